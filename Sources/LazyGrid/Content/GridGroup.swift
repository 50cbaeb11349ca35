/// Cells that belong together: a list of them, not a thing that is laid out.
///
///     GridGroup(operations, id: \.self) { Cell($0) }
///     GridGroup(Operation.clear) { Cell($0) }          // known by this value, wherever it stands
///
/// As Exyte Grid's, with any number of cells. What a cell is known by from window to window is the id of its element and
/// how many cells of that element come before it; groups in groups have the ids of all around them. What is said of a
/// group, as in `gridStart(column: 3)`, goes for those of its cells that do not say it themselves.
///
/// Its closures are called at once.
public struct GridGroup<Item: Sendable>: GridContent {
  public let gridContent: AnyGridContent<Item>

  private init(_ content: AnyGridContent<Item>) { gridContent = content }

  /// Groups cells, and gives them no id.
  public init(@GridContentBuilder content: () -> AnyGridContent<Item>) { self.init(content()) }

  /// Groups what a closure makes of each number of a range.
  public init(_ data: Range<Int>, @GridContentBuilder content: (Int) -> AnyGridContent<Item>) {
    self.init(data, id: \.self, content: content)
  }

  /// Groups what a closure makes of each element.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - id: What an element is known by.
  ///   - content: Makes cells, one or several.
  public init<Data: RandomAccessCollection, ID: Hashable & Sendable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @GridContentBuilder content: (Data.Element) -> AnyGridContent<Item>
  ) {
    self.init(GridContentBuilder.buildArray(data.map { content($0).scoped(by: CellKey($0[keyPath: id])) }))
  }

  /// Groups what a closure makes of each value that knows its id.
  public init<Data: RandomAccessCollection>(
    _ data: Data, @GridContentBuilder content: (Data.Element) -> AnyGridContent<Item>
  ) where Data.Element: Identifiable, Data.Element.ID: Sendable { self.init(data, id: \.id, content: content) }

  /// Groups what a closure makes of one value, which is what its cells are known by.
  @_disfavoredOverload
  public init<Value: Hashable & Sendable>(
    _ value: Value, @GridContentBuilder content: (Value) -> AnyGridContent<Item>
  ) { self.init(content(value).scoped(by: CellKey(value))) }

  /// Groups what a closure makes of one value, by whose id its cells are known.
  @_disfavoredOverload
  public init<Value: Identifiable>(
    _ value: Value, @GridContentBuilder content: (Value) -> AnyGridContent<Item>
  ) where Value.ID: Sendable { self.init(content(value).scoped(by: CellKey(value.id))) }

  /// Groups what a closure makes of one value, by whose id its cells are known.
  @_disfavoredOverload
  public init<Value: Identifiable & Hashable & Sendable>(
    _ value: Value, @GridContentBuilder content: (Value) -> AnyGridContent<Item>
  ) where Value.ID: Sendable { self.init(content(value).scoped(by: CellKey(value.id))) }
}

extension GridGroup where Item == Never {
  /// No cells.
  public static var empty: GridGroup { GridGroup {} }
}
