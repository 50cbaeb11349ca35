internal import GridStore

/// How many cells of a ``Grid`` the items of a list cover, where columns of the list say it.
///
///     Grid(products, length: 220, span: .columns("w", "h"), tracks: 4) { Cell($0.name) }
public struct DeclaredSpan: Hashable, Sendable {
  let column: String?
  let row: String?

  /// Spans that two columns say, each a whole number from 1 on.
  ///
  /// Any other value counts as 1, and so does NULL; a diagnostic tells how many say nothing that can be.
  ///
  /// - Parameters:
  ///   - column: The column of the list that says how many columns an item covers; nil is one for all.
  ///   - row: The column of the list that says how many rows an item covers; nil is one for all.
  public static func columns(_ column: String?, _ row: String?) -> DeclaredSpan {
    DeclaredSpan(column: column, row: row)
  }
}

/// Where in a ``Grid`` the items of a list start, where columns of the list say it.
///
///     Grid(products, length: 220, span: .columns("w", "h"), start: .columns("c", "r"), tracks: 4) { Cell($0.name) }
public struct DeclaredStart: Hashable, Sendable {
  let column: String?
  let row: String?

  /// Starts that two columns say, each a whole number from 0 on.
  ///
  /// NULL leaves it to the grid, and so does any other value; a diagnostic tells how many say nothing that can be.
  ///
  /// - Parameters:
  ///   - column: The column of the list that says in which column an item starts; nil leaves all of them to the grid.
  ///   - row: The column of the list that says in which row an item starts; nil leaves all of them to the grid.
  public static func columns(_ column: String?, _ row: String?) -> DeclaredStart {
    DeclaredStart(column: column, row: row)
  }
}

extension SpanColumns {
  /// The columns of spans and starts; nil where none is named.
  init?(_ span: DeclaredSpan?, _ start: DeclaredStart?) {
    self.init(
      columnSpan: span?.column, rowSpan: span?.row, columnStart: start?.column, rowStart: start?.row)
    guard self != SpanColumns() else { return nil }
  }
}

extension ForEach {
  /// The same items with spans and starts in a ``Grid`` that columns of their list say, read in the background: no window
  /// waits for them.
  ///
  ///     Grid(tracks: 4, contentMode: .scroll) {
  ///       ForEach(products, length: 220).gridDeclared(span: .columns("w", "h"))
  ///     }
  ///
  /// The first window begins to read them, in slices that hold the database for some milliseconds each, and takes what
  /// is not known yet for plain, which it says. Later windows take in what has come; what was first in sight stays where it
  /// was on screen. Once all is read, windows are exact; ``Grid/waitForColumns()`` waits for that, and
  /// ``Grid/columnProgress()`` tells how far it is. A commit of another program begins it anew, and what was known of the
  /// state before serves as an estimate. It ends when the grid goes.
  ///
  /// What closures and groups say of spans and starts does not count then. For items that are of no list it is an error of
  /// the window.
  ///
  /// - Parameters:
  ///   - span: How many cells an item covers; nil is one.
  ///   - start: Where it starts; nil leaves that to the grid.
  /// - Complexity: One pass over the list in the background, or over those items alone that are not plain where an index has
  ///   them apart (`lazygrid info --spans` suggests one); 16 bytes for each of these. Windows place anew what has come
  ///   each time that it has grown by a quarter.
  public func gridDeclared(span: DeclaredSpan? = nil, start: DeclaredStart? = nil) -> ForEach {
    let columns = SpanColumns(span, start)
    let parts = content.parts.map { $0.settingSpanColumns(columns) }
    return ForEach(AnyGridContent(parts: parts, lists: content.lists))
  }
}

extension ForEach {
  /// The same items, which ask the tracks of a ``Grid`` that fit them for so much across.
  ///
  ///     Grid(tracks: [.fit, .fr(1)], contentMode: .scroll) {
  ///       ForEach(products, length: 220).gridDeclared(across: .column("width"))
  ///     }
  ///
  /// Items of a list that are not built ask for nothing, and tracks that fit them have no width. What a column says is
  /// read in the background, as lengths are: each track is as wide as the largest item known in it, and never less while
  /// reading goes on; once all is read the tracks are exact. ``TrackWindow/fit`` says which.
  ///
  /// - Parameter across: A number of points for all, those in an array, or a column of the list: widths where the grid flows
  ///   in rows.
  /// - Complexity: One pass over the list in the background, 8 bytes an item.
  public func gridDeclared(across: ItemLength) -> ForEach {
    ForEach(AnyGridContent(parts: content.parts.map { $0.settingAcross(across) }, lists: content.lists))
  }
}

extension AnyGridContent.Part {
  /// The same part, whose items ask for so much across.
  fileprivate func settingAcross(_ across: ItemLength) -> Self {
    switch self {
    case .run(var run):
      run.across = across
      return .run(run)
    case .section(var section):
      section.parts = section.parts.map { $0.settingAcross(across) }
      return .section(section)
    case .deferred(let content):
      return .deferred {
        let content = try content()
        return AnyGridContent(parts: content.parts.map { $0.settingAcross(across) }, lists: content.lists)
      }
    }
  }

  /// The same part, whose items have their spans and starts from columns of their list.
  fileprivate func settingSpanColumns(_ columns: SpanColumns?) -> Self {
    switch self {
    case .run(var run):
      run.spanColumns = columns
      return .run(run)
    case .section(var section):
      section.parts = section.parts.map { $0.settingSpanColumns(columns) }
      return .section(section)
    case .deferred(let content):
      return .deferred {
        let content = try content()
        return AnyGridContent(parts: content.parts.map { $0.settingSpanColumns(columns) }, lists: content.lists)
      }
    }
  }
}
