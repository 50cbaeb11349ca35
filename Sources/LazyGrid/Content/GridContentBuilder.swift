/// Gathers what a grid shows: `Cell`, `ForEach`, `GridGroup`, `Section`, any number of them, with `if`, `switch` and `for`.
///
/// Content that is all of one type makes a grid of that type. Types that differ make one of ``AnyItem``; content
/// without items, such as a section that has only a header, takes the type of what is beside it.
/// So are the branches of an `if` or `switch`: of one type, or of several.
@resultBuilder public enum GridContentBuilder {
  public static func buildExpression<Content: GridContent>(_ content: Content) -> AnyGridContent<Content.Element> {
    content.gridContent
  }

  public static func buildBlock() -> AnyGridContent<Never> { AnyGridContent() }
  public static func buildPartialBlock<Item>(first: AnyGridContent<Item>) -> AnyGridContent<Item> { first }

  /// Content of one type.
  public static func buildPartialBlock<Item>(
    accumulated: AnyGridContent<Item>, next: AnyGridContent<Item>
  ) -> AnyGridContent<Item> {
    joined(accumulated, next)
  }

  // Content without items, which has no type of its own.

  public static func buildPartialBlock(
    accumulated: AnyGridContent<Never>, next: AnyGridContent<Never>
  ) -> AnyGridContent<Never> {
    joined(accumulated, next)
  }

  public static func buildPartialBlock<Item>(
    accumulated: AnyGridContent<Never>, next: AnyGridContent<Item>
  ) -> AnyGridContent<Item> {
    joined(accumulated.typed(), next)
  }

  public static func buildPartialBlock<Item>(
    accumulated: AnyGridContent<Item>, next: AnyGridContent<Never>
  ) -> AnyGridContent<Item> {
    joined(accumulated, next.typed())
  }

  // Content of several types.

  @_disfavoredOverload
  public static func buildPartialBlock<First, Next>(
    accumulated: AnyGridContent<First>, next: AnyGridContent<Next>
  ) -> AnyGridContent<AnyItem> {
    joined(accumulated.map { AnyItem($0) }, next.map { AnyItem($0) })
  }

  // Content that depends.

  public static func buildOptional<Item>(_ content: AnyGridContent<Item>?) -> AnyGridContent<Item> {
    content ?? AnyGridContent()
  }
  public static func buildEither<Item>(first: AnyGridContent<Item>) -> AnyGridContent<Item> { first }
  public static func buildEither<Item>(second: AnyGridContent<Item>) -> AnyGridContent<Item> { second }

  // Branches of which one has no items, and branches of several types.

  @_disfavoredOverload
  public static func buildEither<Item>(first: AnyGridContent<Never>) -> AnyGridContent<Item> { first.typed() }
  @_disfavoredOverload
  public static func buildEither<Item>(second: AnyGridContent<Never>) -> AnyGridContent<Item> { second.typed() }
  public static func buildEither(first: AnyGridContent<AnyItem>) -> AnyGridContent<AnyItem> { first }
  public static func buildEither(second: AnyGridContent<AnyItem>) -> AnyGridContent<AnyItem> { second }
  @_disfavoredOverload
  public static func buildEither<Item>(first: AnyGridContent<Item>) -> AnyGridContent<AnyItem> {
    first.map { AnyItem($0) }
  }
  @_disfavoredOverload
  public static func buildEither<Item>(second: AnyGridContent<Item>) -> AnyGridContent<AnyItem> {
    second.map { AnyItem($0) }
  }

  public static func buildLimitedAvailability<Item>(_ content: AnyGridContent<Item>) -> AnyGridContent<Item> { content }
  public static func buildArray<Item>(_ contents: [AnyGridContent<Item>]) -> AnyGridContent<Item> {
    AnyGridContent(joining: contents)
  }
}

/// The builder by the name that it has in Exyte Grid; the same for grids of every kind.
public typealias GridBuilder = GridContentBuilder

private func joined<Item>(_ first: AnyGridContent<Item>, _ next: AnyGridContent<Item>) -> AnyGridContent<Item> {
  AnyGridContent(joining: [first, next])
}

extension AnyGridContent where Item == Never {
  /// The same content, which has no items, as one of another type.
  fileprivate func typed<Other: Sendable>() -> AnyGridContent<Other> { map(AnyGridContent.other) }

  @Sendable private static func other<Other>(_ none: Never) -> Other {}
}

extension AnyGridContent {
  /// One cell, which is known by how many such cells stand before it.
  init(_ cell: Cell<Item>) {
    self.init(parts: [
      .run(
        ItemRun(
          source: .memory(MemoryItems(count: 1, cell: { _ in cell }, identity: ItemIdentity(own: .cell(nil)))),
          length: .each { _ in cell.extent }))
    ])
  }
}
