/// A place between two entries of a tree: before or after all entries that begin with some values.
///
/// An empty position is the beginning of the tree, or, `after`, its end.
package struct Position: Sendable, Hashable {
  /// Values of the first columns of the tree.
  package var prefix: [StoredValue]
  package var isAfter: Bool

  package static func before(_ prefix: [StoredValue]) -> Position { Position(prefix: prefix, isAfter: false) }
  package static func after(_ prefix: [StoredValue]) -> Position { Position(prefix: prefix, isAfter: true) }
}

/// A run of entries of a tree that stands in a list as one piece, in the order of the tree.
package struct Segment: Sendable, Hashable {
  package var start: Position
  package var end: Position
}
