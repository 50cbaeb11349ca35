/// What an edit did to the items of a grid: neighbours were replaced by others, and so were the special ones among them.
struct PlacementEdit: Sendable {
  /// The items that were replaced, by the indexes that they had; empty where others only came in.
  var items: Range<Int64>
  /// How many there are instead.
  var added: Int64
  /// The positions of the special ones among those that were replaced.
  var specials: Range<Int>
  /// How many special ones there are instead.
  var addedSpecials: Int

  /// How far the indexes of the items behind have moved.
  var offset: Int64 { added - (items.upperBound - items.lowerBound) }
  /// How far the positions of the special items behind have moved.
  var specialOffset: Int32 { Int32(truncatingIfNeeded: addedSpecials - specials.count) }
}
