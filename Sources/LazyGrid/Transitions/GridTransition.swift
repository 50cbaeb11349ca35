public import GridLayout

/// The way from one window to the next: which cells come, go, move and stay, by the keys of their items.
///
///     let transition = GridTransition(from: window, to: next)
///     for change in transition.changes where change.kind == .moved {
///       print(change.key, change.old!.content, change.new!.content)
///     }
///     for frame in transition.frames(at: 0.1) { draw(frame.key, frame.frame, opacity: frame.presence) }
///
/// It knows the cells, headers and footers of the two windows and no others, so it costs as much as they hold, whatever happened in the
/// list between. The windows may be of different orders, filters, generations and grids; only keys connect them.
/// A first window has nothing before it, and so nothing that changes.
///
/// It keeps no time and draws nothing: ``frames(at:in:)`` tells what to draw at any time.
public struct GridTransition: Hashable, Sendable {
  /// What happens to a cell.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// It is in the new window alone: its item is new, or came into sight.
    case inserted
    /// It is in the old window alone: its item is gone, or went out of sight.
    case removed
    /// It has another place in the content, and the size that it had.
    case moved
    /// It has another size; it may have another place as well.
    case resized
    /// It is where it was in the content. Scrolling alone leaves all cells of both windows so.
    case unchanged
  }

  /// What frames count from.
  public enum Space: Hashable, Sendable {
    /// The top left of all content.
    case content
    /// The top left of the viewport.
    case viewport
  }

  /// Where a cell is in one of the windows.
  public struct Place: Hashable, Sendable {
    /// The index of its item.
    public var index: Int
    /// Its frame in the coordinates of the content, in points.
    public var content: Rect
    /// Its frame from the top left of the viewport, in points.
    public var viewport: Rect

    /// Makes a place.
    public init(index: Int, content: Rect, viewport: Rect) {
      self.index = index
      self.content = content
      self.viewport = viewport
    }

    /// The frame in a space, in points.
    public func frame(in space: Space) -> Rect { space == .content ? content : viewport }
  }

  /// What is drawn.
  public enum Role: Hashable, Sendable {
    case cell, header, footer
  }

  /// What happens to one cell, header or footer.
  public struct Change: Hashable, Sendable {
    /// What it is.
    public let role: Role
    /// The key of its item; of a header or footer, that of its section.
    public let key: CellKey
    /// What happens to it.
    public let kind: Kind
    /// Where it was; nil for one that is inserted.
    public let old: Place?
    /// Where it is; nil for one that is removed.
    public let new: Place?
  }

  /// Every cell of either window once: those that are removed in their old order, then the others in their new one.
  public let changes: [Change]
  /// Every header and footer of either window once, in the same order. One that rests somewhere to stay in sight has
  /// moved where its own place has; its index is the number of its section.
  public let supplementary: [Change]
  /// How progress follows time.
  public let curve: TimingCurve

  /// How long it takes, in seconds; zero where nothing changes and nothing is scrolled.
  public var duration: Double { isEmpty ? 0 : curve.duration }

  /// Whether nothing is drawn otherwise at its end than at its start.
  public var isEmpty: Bool {
    (changes + supplementary).allSatisfy { $0.kind == .unchanged && $0.old?.viewport == $0.new?.viewport }
  }

  /// Compares two windows.
  ///
  /// Where a key is there several times, as in a view whose key columns do not identify its rows, the first cell that
  /// has it is taken for the first, the second for the second.
  ///
  /// - Parameters:
  ///   - old: The window before; nil for a first one, of which all cells are unchanged.
  ///   - new: The window that takes its place.
  ///   - curve: How progress follows time; nil is what the grid of the new window says, as with `gridAnimation`, or else
  ///     ``TimingCurve/default``.
  /// - Complexity: O(*k*) on average, where *k* is the number of cells in both windows.
  public init<Window: ViewportWindow>(from old: Window?, to new: Window, curve: TimingCurve? = nil) {
    let sizes = [old?.contentSize, new.contentSize].compactMap { $0 }
    // Places far from the start are rounded, and by another bit in each window. That is no movement.
    let slip = sizes.reduce(0) { max($0, $1.width.ulp, $1.height.ulp) } * 4
    self.init(
      from: old.map { $0.cells.map { Cell($0) } }, to: new.cells.map { Cell($0) },
      supplementary: (old.map { $0.supplementary.map(Cell.init) }, new.supplementary.map(Cell.init)), slip: slip,
      curve: curve ?? new.animation)
  }

  /// A cell, header or footer of a window, as far as transitions ask.
  package struct Cell: Hashable, Sendable {
    package let role: Role
    package let key: CellKey
    package let place: Place
    /// Its own place in the content, wherever it is drawn.
    let natural: Rect

    package init(key: CellKey, place: Place) {
      role = .cell
      self.key = key
      self.place = place
      natural = place.content
    }

    init(_ cell: some WindowCell) {
      role = .cell
      key = cell.key
      place = Place(index: cell.index, content: cell.frame(in: .content), viewport: cell.frame(in: .viewport))
      natural = place.content
    }

    init(_ line: GridSupplementary) {
      role = line.kind == .header ? .header : .footer
      key = line.key
      place = Place(index: line.section, content: line.frame(in: .content), viewport: line.frame(in: .viewport))
      natural = line.naturalFrame(in: .content)
    }
  }

  /// Compares the cells of two windows.
  ///
  /// - Parameters:
  ///   - supplementary: The headers and footers of both.
  ///   - slip: The greatest difference of coordinates that is no movement, in points.
  package init(
    from old: [Cell]?, to new: [Cell], supplementary: (old: [Cell]?, new: [Cell]) = ([], []), slip: Double,
    curve: TimingCurve
  ) {
    self.curve = curve
    changes = GridTransition.changes(from: old, to: new, slip)
    self.supplementary = GridTransition.changes(from: supplementary.old, to: supplementary.new, slip)
  }

  private static func changes(from old: [Cell]?, to new: [Cell], _ slip: Double) -> [Change] {
    guard let old else { return new.map { Change($0, .unchanged, old: $0.place, new: $0.place) } }
    var before: [Identity: Cell] = [:]
    before.reserveCapacity(old.count)
    let identities = Identity.of(old)
    for (identity, cell) in zip(identities, old) { before[identity] = cell }
    var kept: [Change] = []
    for (identity, cell) in zip(Identity.of(new), new) {
      guard let was = before.removeValue(forKey: identity) else {
        kept.append(Change(cell, .inserted, old: nil, new: cell.place))
        continue
      }
      kept.append(Change(cell, Kind(from: was.natural, to: cell.natural, slip: slip), old: was.place, new: cell.place))
    }
    // What nobody asked for is gone.
    let gone = zip(identities, old).compactMap { identity, cell in
      before[identity] == nil ? nil : Change(cell, .removed, old: cell.place, new: nil)
    }
    return gone + kept
  }

  /// What is drawn of a key, and how many before it are the same.
  private struct Identity: Hashable {
    let role: Role
    let key: CellKey
    let occurrence: Int

    static func of(_ cells: [Cell]) -> [Identity] {
      var seen: [Identity: Int] = [:]
      seen.reserveCapacity(cells.count)
      return cells.map { cell in
        let first = Identity(role: cell.role, key: cell.key, occurrence: 0)
        let occurrence = seen[first, default: 0]
        seen[first] = occurrence + 1
        return Identity(role: cell.role, key: cell.key, occurrence: occurrence)
      }
    }
  }
}

extension GridTransition.Change {
  fileprivate init(
    _ cell: GridTransition.Cell, _ kind: GridTransition.Kind, old: GridTransition.Place?, new: GridTransition.Place?
  ) {
    role = cell.role
    key = cell.key
    self.kind = kind
    self.old = old
    self.new = new
  }
}

extension GridTransition.Kind {
  fileprivate init(from old: Rect, to new: Rect, slip: Double) {
    func differ(_ a: Double, _ b: Double) -> Bool { !((a - b).magnitude <= slip) }
    if differ(old.width, new.width) || differ(old.height, new.height) {
      self = .resized
    } else {
      self = differ(old.minX, new.minX) || differ(old.minY, new.minY) ? .moved : .unchanged
    }
  }
}
