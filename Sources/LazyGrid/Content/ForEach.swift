public import GridStore

/// Items of one kind as the content of a grid: those of a list, of a collection, or numbers of a range.
///
///     ForEach(products, length: 220)                                    // a list, which is never enumerated
///     ForEach(products, length: .aspectRatio(1.5)) { Cell($0.name) }
///     ForEach(photos, length: \.height) { Cell($0) }                    // Identifiable values in memory
///     ForEach(names, id: \.self, length: 44) { Cell($0) }
///     ForEach(0..<1000) { Cell($0, length: 44) }
///
/// As SwiftUI's [ForEach](https://developer.apple.com/documentation/swiftui/foreach), and where a length is declared
/// closures are called for the items of a window only. Where none is, each cell says its own, so all of them are made
/// once to be laid out. A closure may also give several cells, or sections: then it is called for each element at once.
public struct ForEach<Item: Sendable>: Sendable {
  let content: AnyGridContent<Item>

  // MARK: A list

  /// Shows the items of a list.
  ///
  /// - Parameters:
  ///   - list: The items, by index.
  ///   - length: The height of each in a vertical grid, its width in a horizontal one, in points.
  public init(_ list: ItemList<Item>, length: Double) { self.init(list, length: .points(length)) }

  /// Shows the items of a list, whose lengths follow from something else than a number.
  public init(_ list: ItemList<Item>, length: ItemLength) { self.init(list, nil, length) }

  /// Shows what a closure makes of the items of a list.
  ///
  /// - Parameters:
  ///   - list: The items, by index.
  ///   - length: The height of each in a vertical grid, its width in a horizontal one, in points; it goes for what cells
  ///     say themselves, since those are not made to be laid out.
  ///   - cell: Makes the cell of an item, when a window shows it.
  public init<Base: Sendable>(
    _ list: ItemList<Base>, length: Double, @CellBuilder content cell: @escaping @Sendable (Base) -> Cell<Item>
  ) { self.init(list, length: .points(length), content: cell) }

  /// Shows what a closure makes of the items of a list, whose lengths follow from something else than a number.
  public init<Base: Sendable>(
    _ list: ItemList<Base>, length: ItemLength, @CellBuilder content cell: @escaping @Sendable (Base) -> Cell<Item>
  ) { self.init(list.map { cell($0).item }, nil, length, cells: list.map { cell($0) }) }

  /// Shows what a closure makes of the items of a list; each cell says its own length, which is known once it is built.
  ///
  ///     ForEach(photos, estimate: 220) { photo in Cell(photo.title).aspectRatio(photo.ratio) }
  ///
  /// A window builds the cells that it shows, takes what they say and lays them out by that, until it shows none whose
  /// length it does not know: ``GridWindow/isSettled`` tells where it gave up after some passes. What was first in sight
  /// stays where it was on screen, or moves by the distance that was scrolled, while estimates before it are corrected.
  /// Windows say `estimate` until all cells have been built.
  ///
  /// What was measured is kept until the database changes, for any length across, up to a quarter of a million items;
  /// then the older half is estimated again. After a change, the 256 items that were measured last are estimated by what
  /// they were, wherever they stand. A closure must give the same for the same item.
  ///
  /// - Parameters:
  ///   - list: The items, by index.
  ///   - estimate: What an item is taken for until its cell has been built, in points.
  ///   - cell: Makes the cell of an item, when a window shows it, and once more when it is measured.
  public init<Base: Sendable>(
    _ list: ItemList<Base>, estimate: Double, @CellBuilder content cell: @escaping @Sendable (Base) -> Cell<Item>
  ) { self.init(list, nil, estimate: estimate, cell) }

  // MARK: Sections of a list

  /// Shows what a closure makes of the sections of a list: their items, mostly, in a `Section` with a header.
  ///
  ///     ForEach(products.sections(by: "category")) { section in
  ///       Section { ForEach(section.items, length: 220) } header: { Cell(section.value, length: 40) }
  ///     }
  ///
  /// - Parameters:
  ///   - sections: Read from the store without the items in them, anew for each state of the database.
  ///   - content: Called for each section. It should not read items.
  public init<Base: Sendable>(
    _ sections: ListSections<Base>,
    @GridContentBuilder content: @escaping @Sendable (ListSection<Base>) -> AnyGridContent<Item>
  ) {
    // A column that is not there is an error of the window, which reads the sections.
    let lists = (try? sections.list).map { [ListAccess($0)] } ?? []
    self.content = AnyGridContent(
      parts: [
        .deferred {
          let (list, column) = (try sections.list, sections.column)
          return try sections.read { _, ranges in
            GridContentBuilder.buildArray(
              ranges.map { range in
                let section = ListSection(range, of: list, by: column)
                return content(section).scoped(by: CellKey(values: [section.value]))
              })
          }
        }
      ], lists: lists)
  }

  /// Shows the items of a section of a list; otherwise as those of a list.
  public init(_ items: SectionItems<Item>, length: Double) { self.init(items, length: .points(length)) }

  /// The same with lengths that follow from something else.
  public init(_ items: SectionItems<Item>, length: ItemLength) {
    self.init(items.list, ListPlace(section: items.range, column: items.column), length)
  }

  /// Shows what a closure makes of the items of a section of a list; otherwise as of those of a list.
  public init<Base: Sendable>(
    _ items: SectionItems<Base>, length: Double,
    @CellBuilder content cell: @escaping @Sendable (Base) -> Cell<Item>
  ) { self.init(items, length: .points(length), content: cell) }

  /// The same with lengths that follow from something else.
  public init<Base: Sendable>(
    _ items: SectionItems<Base>, length: ItemLength,
    @CellBuilder content cell: @escaping @Sendable (Base) -> Cell<Item>
  ) {
    self.init(
      items.list.map { cell($0).item }, ListPlace(section: items.range, column: items.column), length,
      cells: items.list.map { cell($0) })
  }

  /// Shows what a closure makes of the items of a section of a list; each cell says its own length, as with a list.
  public init<Base: Sendable>(
    _ items: SectionItems<Base>, estimate: Double,
    @CellBuilder content cell: @escaping @Sendable (Base) -> Cell<Item>
  ) { self.init(items.list, ListPlace(section: items.range, column: items.column), estimate: estimate, cell) }

  private init<Base: Sendable>(
    _ list: ItemList<Base>, _ place: ListPlace?, estimate: Double, _ cell: @escaping @Sendable (Base) -> Cell<Item>
  ) {
    let run = ItemRun(
      source: .list(list.map { cell($0).item }, place), length: .measured(estimate: estimate), cells: list.map(cell))
    content = AnyGridContent(parts: [.run(run)], lists: [ListAccess(list)])
  }

  private init(
    _ list: ItemList<Item>, _ place: ListPlace?, _ length: ItemLength, cells: ItemList<Cell<Item>>? = nil
  ) {
    content = AnyGridContent(
      parts: [.run(ItemRun(source: .list(list, place), length: .all(length), cells: cells))],
      lists: [ListAccess(list)])
  }

  init(_ content: AnyGridContent<Item>) { self.content = content }

  // MARK: Values in memory

  /// Shows what a closure makes of the elements of a collection; each cell says its length.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - id: What an element is known by. Where it is there twice, its cells are told apart by their order.
  ///   - cell: Makes the cell of an element.
  public init<Data: RandomAccessCollection & Sendable, ID: Hashable & Sendable>(
    _ data: Data, id: any KeyPath<Data.Element, ID> & Sendable,
    @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Sendable { self.init(data, { $0[keyPath: id] }, .cells, cell) }

  /// The same with one length for all, in points.
  public init<Data: RandomAccessCollection & Sendable, ID: Hashable & Sendable>(
    _ data: Data, id: any KeyPath<Data.Element, ID> & Sendable, length: Double,
    @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Sendable { self.init(data, { $0[keyPath: id] }, .all(.points(length)), cell) }

  /// The same with lengths that follow from something else.
  public init<Data: RandomAccessCollection & Sendable, ID: Hashable & Sendable>(
    _ data: Data, id: any KeyPath<Data.Element, ID> & Sendable, length: ItemLength,
    @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Sendable { self.init(data, { $0[keyPath: id] }, .all(length), cell) }

  /// The same with a length for each element, in points: a key path or a closure.
  public init<Data: RandomAccessCollection & Sendable, ID: Hashable & Sendable>(
    _ data: Data, id: any KeyPath<Data.Element, ID> & Sendable, length: @escaping @Sendable (Data.Element) -> Double,
    @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Sendable { self.init(data, { $0[keyPath: id] }, .each(length), cell) }

  /// What a closure makes of each element, which may be several cells, or sections. It is called for all of them at once.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, ID: Hashable & Sendable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @GridContentBuilder content: (Data.Element) throws -> AnyGridContent<Item>
  ) rethrows {
    self.content = GridContentBuilder.buildArray(
      try data.map { try content($0).scoped(by: CellKey($0[keyPath: id])) })
  }

  enum LengthRule<Element> {
    /// Each cell says its own.
    case cells
    case all(ItemLength)
    case each(@Sendable (Element) -> Double)
  }

  init<Data: RandomAccessCollection & Sendable, ID: Hashable & Sendable>(
    _ data: Data, _ id: @escaping @Sendable (Data.Element) -> ID, _ length: LengthRule<Data.Element>,
    _ cell: @escaping @Sendable (Data.Element) -> Cell<Item>, position: (@Sendable (CellKey) -> Int?)? = nil
  ) where Data.Element: Sendable {
    @Sendable func element(_ offset: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: offset)] }
    let items = MemoryItems(
      count: data.count, cell: { cell(element($0)) },
      identity: ItemIdentity(own: .ids({ CellKey(id(element($0))) }, position: position)))
    let lengths: ItemRun<Item>.Length
    switch length {
    case .cells: lengths = .each { cell(element($0)).extent }
    case .all(let length): lengths = .all(length)
    case .each(let length): lengths = .each { .points(length(element($0))) }
    }
    content = AnyGridContent(parts: [.run(ItemRun(source: .memory(items), length: lengths))])
  }
}
