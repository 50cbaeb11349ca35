extension ForEach {
  // MARK: Identifiable values

  /// Shows what a closure makes of values that know their ids; each cell says its length.
  public init<Data: RandomAccessCollection & Sendable>(
    _ data: Data, @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable { self.init(data, { $0.id }, .cells, cell) }

  /// The same with one length for all, in points.
  public init<Data: RandomAccessCollection & Sendable>(
    _ data: Data, length: Double, @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
    self.init(data, { $0.id }, .all(.points(length)), cell)
  }

  /// The same with lengths that follow from something else.
  public init<Data: RandomAccessCollection & Sendable>(
    _ data: Data, length: ItemLength, @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
    self.init(data, { $0.id }, .all(length), cell)
  }

  /// The same with a length for each value, in points: a key path or a closure.
  public init<Data: RandomAccessCollection & Sendable>(
    _ data: Data, length: @escaping @Sendable (Data.Element) -> Double,
    @CellBuilder content cell: @escaping @Sendable (Data.Element) -> Cell<Item>
  ) where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
    self.init(data, { $0.id }, .each(length), cell)
  }

  /// What a closure makes of each value, which may be several cells, or sections. It is called for all of them at once.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection>(
    _ data: Data, @GridContentBuilder content: (Data.Element) throws -> AnyGridContent<Item>
  ) rethrows where Data.Element: Identifiable, Data.Element.ID: Sendable {
    self.content = GridContentBuilder.buildArray(try data.map { try content($0).scoped(by: CellKey($0.id)) })
  }

  // MARK: Numbers

  /// Shows what a closure makes of the numbers of a range; each cell says its length.
  public init(_ data: Range<Int>, @CellBuilder content cell: @escaping @Sendable (Int) -> Cell<Item>) {
    self.init(numbers: data, .cells, cell)
  }

  /// The same with one length for all, in points. No number is enumerated, so there may be any.
  public init(_ data: Range<Int>, length: Double, @CellBuilder content cell: @escaping @Sendable (Int) -> Cell<Item>) {
    self.init(numbers: data, .all(.points(length)), cell)
  }

  /// The same with lengths that follow from something else.
  public init(
    _ data: Range<Int>, length: ItemLength, @CellBuilder content cell: @escaping @Sendable (Int) -> Cell<Item>
  ) { self.init(numbers: data, .all(length), cell) }

  /// The same with a length for each number, in points.
  public init(
    _ data: Range<Int>, length: @escaping @Sendable (Int) -> Double,
    @CellBuilder content cell: @escaping @Sendable (Int) -> Cell<Item>
  ) { self.init(numbers: data, .each(length), cell) }

  /// What a closure makes of each number, which may be several cells, or sections. It is called for all of them at once.
  @_disfavoredOverload
  public init(_ data: Range<Int>, @GridContentBuilder content: (Int) throws -> AnyGridContent<Item>) rethrows {
    self.content = GridContentBuilder.buildArray(try data.map { try content($0).scoped(by: CellKey($0)) })
  }

  private init(
    numbers: Range<Int>, _ length: LengthRule<Int>, _ cell: @escaping @Sendable (Int) -> Cell<Item>
  ) {
    @Sendable func position(_ key: CellKey) -> Int? {
      guard case .integer(let wanted) = key.values?.first, key.values?.count == 1 else { return nil }
      return Int(exactly: wanted).flatMap { numbers.contains($0) ? $0 - numbers.lowerBound : nil }
    }
    self.init(numbers, { $0 }, length, cell, position: position)
  }
}
