/// Items that stand between a header and a footer, with lines of their own before and after.
///
///     Section {
///       ForEach(shoes, length: 220)
///     } header: {
///       Cell("Shoes", length: 40)
///     }
///
/// As SwiftUI's [Section](https://developer.apple.com/documentation/swiftui/section). A header or footer has a line of
/// its own, across all of the grid. A section in a section is not laid out, and an error.
public struct Section<Item: Sendable>: Sendable {
  let content: AnyGridContent<Item>

  private init(_ content: AnyGridContent<Item>, _ header: Cell<AnyItem>?, _ footer: Cell<AnyItem>?) {
    self.content = AnyGridContent(
      parts: [.section(SectionPart(header: header, footer: footer, parts: content.parts))], lists: content.lists)
  }

  /// Makes a section without header and footer: only its lines are its own.
  public init(@GridContentBuilder content: () -> AnyGridContent<Item>) { self.init(content(), nil, nil) }

  public init<Header>(
    @GridContentBuilder content: () -> AnyGridContent<Item>, @CellBuilder header: () -> Cell<Header>
  ) { self.init(content(), header().erased, nil) }

  public init<Footer>(
    @GridContentBuilder content: () -> AnyGridContent<Item>, @CellBuilder footer: () -> Cell<Footer>
  ) { self.init(content(), nil, footer().erased) }

  public init<Header, Footer>(
    @GridContentBuilder content: () -> AnyGridContent<Item>, @CellBuilder header: () -> Cell<Header>,
    @CellBuilder footer: () -> Cell<Footer>
  ) { self.init(content(), header().erased, footer().erased) }

  /// Makes a section with a text as its header.
  ///
  /// - Parameters:
  ///   - title: The item of the header.
  ///   - length: The length of the header along the main axis, in points; nil is 44.
  ///   - content: The items.
  public init(_ title: String, length: Double? = nil, @GridContentBuilder content: () -> AnyGridContent<Item>) {
    self.init(content(), Cell(AnyItem(title), length: length), nil)
  }

  // The form before closures for headers and footers.

  public init<Header>(header: Cell<Header>, @GridContentBuilder content: () -> AnyGridContent<Item>) {
    self.init(content(), header.erased, nil)
  }

  public init<Footer>(footer: Cell<Footer>, @GridContentBuilder content: () -> AnyGridContent<Item>) {
    self.init(content(), nil, footer.erased)
  }

  public init<Header, Footer>(
    header: Cell<Header>, footer: Cell<Footer>, @GridContentBuilder content: () -> AnyGridContent<Item>
  ) { self.init(content(), header.erased, footer.erased) }
}

extension Cell {
  fileprivate var erased: Cell<AnyItem> { map { AnyItem($0) } }
}
