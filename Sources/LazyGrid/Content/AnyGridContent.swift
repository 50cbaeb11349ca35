internal import GridStore

/// What a grid shows: items and sections of them, as a ``GridContentBuilder`` gathers them, all of one type.
///
/// Lists are never enumerated, and items in memory are made when a window asks for them.
public struct AnyGridContent<Item: Sendable>: Sendable {
  enum Part: Sendable {
    case run(ItemRun<Item>)
    case section(SectionPart<Item>)
    /// What is known in one state of the database only: sections of a list.
    case deferred(@Sendable () throws -> AnyGridContent)
  }
  let parts: [Part]
  /// The lists that items come from.
  let lists: [ListAccess]
  /// What was laid out last.
  let cache = PlanCache<LinePlanInputs, GridPlan<Item>>()
  let lengths = LengthMemory()
  /// What was laid out last in a track grid.
  let trackCache = TrackPlanCache<Item>()

  init(parts: [Part] = [], lists: [ListAccess] = []) {
    self.parts = parts
    self.lists = lists
  }

  /// The same content with other items, each made when it is read.
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) -> Other) -> AnyGridContent<Other> {
    AnyGridContent<Other>(
      parts: parts.map { part in
        switch part {
        case .run(let run): .run(run.map(transform))
        case .section(let section): .section(section.map(transform))
        case .deferred(let content): .deferred { try content().map(transform) }
        }
      }, lists: lists)
  }

  /// The same content inside of what has an id: its cells are known by that and by what they were known by.
  func scoped(by id: CellKey) -> AnyGridContent {
    var ordinal = 0
    return AnyGridContent(parts: parts.map { $0.scoped(by: id, &ordinal) }, lists: lists)
  }

  /// The same content, whose cells say what is said of all where they say nothing themselves.
  func settingDefaults(_ change: @escaping @Sendable (inout CellTraits) -> Void) -> AnyGridContent {
    AnyGridContent(parts: parts.map { $0.settingDefaults(change) }, lists: lists)
  }

  /// Content that follows one another. It is content of its own: what was laid out of a part is not what is laid out of it.
  init(joining contents: [AnyGridContent]) {
    self.init(parts: contents.flatMap(\.parts), lists: contents.flatMap(\.lists))
  }
}

extension AnyGridContent.Part {
  func scoped(by id: CellKey, _ ordinal: inout Int) -> Self {
    switch self {
    case .run(var run):
      // Rows have keys of their own, which are theirs wherever they stand.
      if case .memory(let items) = run.source { run.source = .memory(items.scoped(by: id, &ordinal)) }
      return .run(run)
    case .section(var section):
      section.parts = section.parts.map { $0.scoped(by: id, &ordinal) }
      section.scope.insert(id, at: 0)
      return .section(section)
    case .deferred(let content): return .deferred { try content().scoped(by: id) }
    }
  }

  func settingDefaults(_ change: @escaping @Sendable (inout CellTraits) -> Void) -> Self {
    switch self {
    case .run(var run):
      var defaults = run.defaults ?? CellTraits()
      change(&defaults)
      run.defaults = defaults
      return .run(run)
    case .section(var section):
      section.parts = section.parts.map { $0.settingDefaults(change) }
      return .section(section)
    case .deferred(let content): return .deferred { try content().settingDefaults(change) }
    }
  }
}

/// A header, the items of a section, and a footer.
struct SectionPart<Item: Sendable>: Sendable {
  var header: Cell<AnyItem>?
  var footer: Cell<AnyItem>?
  var parts: [AnyGridContent<Item>.Part]
  /// The ids that the section stands in, from the outermost in.
  var scope: [CellKey] = []

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) -> Other) -> SectionPart<Other> {
    SectionPart<Other>(
      header: header, footer: footer, parts: AnyGridContent<Item>(parts: parts).map(transform).parts, scope: scope)
  }
}
