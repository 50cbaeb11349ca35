// The rules are those of SwiftUI as objc.io worked them out in https://www.objc.io/blog/2020/11/23/grid-layout/.
// Where SwiftUI would trap, loop or answer nonsense, `checked` has replaced the number beforehand.

/// One pass over the items of a grid: their tracks in a length.
struct TrackPass {
  /// The tracks, in the order of their items.
  var tracks: [Track] = []
  /// The end of the last track before alignment moved them, in points.
  var contentLength = 0.0
  /// The item that the limit of tracks cut short, if it did.
  var cut: Int?

  /// Runs a pass.
  ///
  /// - Parameters:
  ///   - items: Checked ones, one at least.
  ///   - length: Finite and above zero.
  ///   - fraction: From 0 to 1.
  init(_ items: [GridItem], in length: Double, fraction: Double) {
    cut = place(items, in: length)
    // A grid that overflows starts at zero, however it is aligned.
    let shift = (length - contentLength) * fraction
    if shift > 0 {
      for i in tracks.indices { tracks[i].offset += shift }
    }
  }

  /// Appends the tracks one after another, from zero.
  ///
  /// - Returns: The item that the limit cut short, if it did.
  private mutating func place(_ items: [GridItem], in length: Double) -> Int? {
    // What the items share that are not fixed. Fixed ones are served first, wherever they stand.
    var room = length
    var sharing = 0.0
    for (i, item) in items.enumerated() {
      if i < items.count - 1 { room -= item.gap }
      if case .fixed(let fixed) = item.size { room -= fixed } else { sharing += 1 }
    }

    var offset = 0.0
    for (i, item) in items.enumerated() {
      let left = Tracks.limit - tracks.count
      if left == 0 { return i }
      var isCut = false
      switch item.size {
      case .fixed(let fixed):
        append(1, of: fixed, from: item, i, at: offset)
      case .flexible(let minimum, let maximum):
        // The maximum is applied first, so that the minimum wins where they cross.
        let taken = max(min(max(room, 0) / sharing, maximum), minimum)
        append(1, of: taken, from: item, i, at: offset)
        room -= taken
        sharing -= 1
      case .adaptive(let minimum, let maximum):
        let share = max(room, 0) / sharing
        let wanted = adaptiveCount(share, minimum, item.gap)
        let count = min(wanted, Double(left))
        isCut = count < wanted
        let each = max(min((share - (count - 1) * item.gap) / count, maximum), 0)
        append(Int(count), of: each, from: item, i, at: offset)
        // What its tracks take is gone for the others, not its whole share. What they leave goes on to the
        // items after it and never back to those before.
        room -= count * each + (count - 1) * item.gap
        sharing -= 1
      }
      contentLength = tracks[tracks.count - 1].end
      offset = contentLength + item.gap
      if isCut { return i }
    }
    return nil
  }

  /// Returns how many tracks of at least a minimum a share holds, with gaps between: one at least.
  ///
  /// The expression is taken literally: of tracks of 10.3 points, 30.9 points hold two in binary arithmetic. A
  /// tolerance would only move the edge.
  private func adaptiveCount(_ share: Double, _ minimum: Double, _ gap: Double) -> Double {
    guard minimum + gap > 0 else { return 1 }
    return max(((share - minimum) / (minimum + gap)).rounded(.down), 0) + 1
  }

  private mutating func append(
    _ count: Int, of length: Double, from item: GridItem, _ i: Int, at offset: Double
  ) {
    for n in 0..<count {
      let start = offset + Double(n) * (length + item.gap)
      tracks.append(Track(offset: start, length: length, item: i, alignment: item.alignment))
    }
  }
}
