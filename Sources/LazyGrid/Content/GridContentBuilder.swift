/// Gathers what a grid shows: `ForEach`, `Section` and `Cell`, any number of them, with `if`, `switch` and `for`.
///
/// Content that is all of one type makes a grid of that type. Types that differ make one of ``AnyItem``; content
/// without items, such as a section that has only a header, takes the type of what is beside it.
///
/// The branches of an `if` or `switch` must be of one type: `ForEach(…) { Cell(AnyItem($0)) }` where they are not.
@resultBuilder public enum GridContentBuilder {
  public static func buildExpression<Item>(_ cell: Cell<Item>) -> GridContent<Item> { GridContent(cell) }
  public static func buildExpression<Item>(_ items: ForEach<Item>) -> GridContent<Item> { items.content }
  public static func buildExpression<Item>(_ section: Section<Item>) -> GridContent<Item> { section.content }
  public static func buildExpression<Item>(_ content: GridContent<Item>) -> GridContent<Item> { content }

  public static func buildBlock() -> GridContent<Never> { GridContent() }
  public static func buildPartialBlock<Item>(first: GridContent<Item>) -> GridContent<Item> { first }

  /// Content of one type.
  public static func buildPartialBlock<Item>(
    accumulated: GridContent<Item>, next: GridContent<Item>
  ) -> GridContent<Item> {
    joined(accumulated, next)
  }

  // Content without items, which has no type of its own.

  public static func buildPartialBlock(
    accumulated: GridContent<Never>, next: GridContent<Never>
  ) -> GridContent<Never> {
    joined(accumulated, next)
  }

  public static func buildPartialBlock<Item>(
    accumulated: GridContent<Never>, next: GridContent<Item>
  ) -> GridContent<Item> {
    joined(accumulated.typed(), next)
  }

  public static func buildPartialBlock<Item>(
    accumulated: GridContent<Item>, next: GridContent<Never>
  ) -> GridContent<Item> {
    joined(accumulated, next.typed())
  }

  // Content of several types.

  @_disfavoredOverload
  public static func buildPartialBlock<First, Next>(
    accumulated: GridContent<First>, next: GridContent<Next>
  ) -> GridContent<AnyItem> {
    joined(accumulated.map { AnyItem($0) }, next.map { AnyItem($0) })
  }

  // Content that depends.

  public static func buildOptional<Item>(_ content: GridContent<Item>?) -> GridContent<Item> {
    content ?? GridContent()
  }
  public static func buildEither<Item>(first: GridContent<Item>) -> GridContent<Item> { first }
  public static func buildEither<Item>(second: GridContent<Item>) -> GridContent<Item> { second }
  public static func buildLimitedAvailability<Item>(_ content: GridContent<Item>) -> GridContent<Item> { content }
  public static func buildArray<Item>(_ contents: [GridContent<Item>]) -> GridContent<Item> {
    GridContent(joining: contents)
  }
}

private func joined<Item>(_ first: GridContent<Item>, _ next: GridContent<Item>) -> GridContent<Item> {
  GridContent(joining: [first, next])
}

extension GridContent where Item == Never {
  /// The same content, which has no items, as one of another type.
  fileprivate func typed<Other: Sendable>() -> GridContent<Other> { map(GridContent.other) }

  @Sendable private static func other<Other>(_ none: Never) -> Other {}
}

extension GridContent {
  /// One cell, whose key is that it stands there.
  init(_ cell: Cell<Item>) {
    let (item, extent) = (cell.item, cell.extent)
    self.init(parts: [
      .run(
        ItemRun(
          source: .memory(MemoryItems(count: 1, key: { _ in .lone }, item: { _ in item })),
          length: .each { _ in extent }))
    ])
  }
}
