internal import GridStore

/// What a grid shows: items and sections of them, as a `GridContentBuilder` gathers them.
///
/// Lists are never enumerated, and items in memory are made when a window asks for them.
public struct GridContent<Item: Sendable>: Sendable {
  enum Part: Sendable {
    case run(ItemRun<Item>)
    case section(SectionPart<Item>)
    /// What is known in one state of the database only: sections of a list.
    case deferred(@Sendable () throws -> GridContent)
  }
  var parts: [Part]
  /// The lists that items come from.
  var lists: [ListAccess]
  /// What was laid out last.
  let cache = PlanCache<Item>()

  init(parts: [Part] = [], lists: [ListAccess] = []) {
    self.parts = parts
    self.lists = lists
  }

  /// The same content with other items, each made when it is read.
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) -> Other) -> GridContent<Other> {
    GridContent<Other>(
      parts: parts.map { part in
        switch part {
        case .run(let run): .run(run.map(transform))
        case .section(let section): .section(section.map(transform))
        case .deferred(let content): .deferred { try content().map(transform) }
        }
      }, lists: lists)
  }

  /// Content that follows one another. It is content of its own: what was laid out of a part is not what is laid out of it.
  init(joining contents: [GridContent]) {
    self.init(parts: contents.flatMap(\.parts), lists: contents.flatMap(\.lists))
  }
}

/// A header, the items of a section, and a footer.
struct SectionPart<Item: Sendable>: Sendable {
  var header: Cell<AnyItem>?
  var footer: Cell<AnyItem>?
  var parts: [GridContent<Item>.Part]

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) -> Other) -> SectionPart<Other> {
    SectionPart<Other>(header: header, footer: footer, parts: GridContent<Item>(parts: parts).map(transform).parts)
  }
}
