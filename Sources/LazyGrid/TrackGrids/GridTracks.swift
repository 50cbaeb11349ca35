public import GridLayout

/// The tracks of a ``Grid``: an array of them, or a number of equal ones.
///
///     let portrait: GridTracks = 4                       // four times .fr(1)
///     let mixed: GridTracks = [.fr(1), .pt(150), .fit]
public struct GridTracks: Hashable, Sendable {
  /// The tracks, from the leading side or the top.
  public var tracks: [GridTrack]

  /// Makes tracks out of an array.
  public init(_ tracks: [GridTrack]) { self.tracks = tracks }

  /// Makes a number of tracks of one part each; below one makes none.
  public init(_ count: Int) { tracks = [GridTrack](count: count) }
}

extension GridTracks: ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
  public init(arrayLiteral elements: GridTrack...) { self.init(elements) }
}

extension GridTracks: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { tracks.count }
  public subscript(position: Int) -> GridTrack { tracks[position] }
}

/// What the tracks of a ``Grid`` can be given as beside literals: an `Int`, an array, or ``GridTracks``.
public protocol GridTracksConvertible {
  /// The tracks.
  var gridTracks: GridTracks { get }
}

extension GridTracks: GridTracksConvertible {
  public var gridTracks: GridTracks { self }
}

extension Int: GridTracksConvertible {
  public var gridTracks: GridTracks { GridTracks(self) }
}

extension [GridTrack]: GridTracksConvertible {
  public var gridTracks: GridTracks { GridTracks(self) }
}

/// Where things stand, by the name that the type has in Exyte Grid.
public typealias GridAlignment = Alignment

/// Whether layouts are kept; nothing depends on it here.
public enum GridCacheMode: Hashable, Sendable {
  case inMemoryCache
  case noCache
}
