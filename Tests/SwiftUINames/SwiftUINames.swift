// Types with the names that SwiftUI has, as far as they could be taken for those of LazyGrid: a file that imports both
// modules must be able to say which it means. They do nothing.

public protocol View {}

public struct LazyVGrid<Content>: View { public init(columns: [GridItem], content: () -> Content) {} }
public struct LazyHGrid<Content>: View { public init(rows: [GridItem], content: () -> Content) {} }
public struct Grid<Content>: View { public init(content: () -> Content) {} }
public struct ForEach<Data, ID, Content>: View {}
public struct Section<Parent, Content, Footer>: View {}
public struct ScrollView<Content>: View { public init(content: () -> Content) {} }
public struct GridItem { public init() {} }
public struct Text: View { public init(_ text: String) {} }
public struct Alignment {}
public enum HorizontalAlignment {}
public enum VerticalAlignment {}
public struct EdgeInsets {}
public enum Edge { public struct Set {} }
public enum Axis { public struct Set {} }
public enum LayoutDirection {}
public struct PinnedScrollableViews {}
public struct Transaction {}
