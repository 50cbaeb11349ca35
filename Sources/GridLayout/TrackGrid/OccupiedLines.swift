/// The lines that items with a start take up in each track: intervals that share no line.
///
/// The intervals of a track stand in blocks, so that one that comes in between moves few others, and neighbours that
/// touch become one. A block knows the largest gap between its intervals, which finds room of a height without a look at
/// what is too low.
struct OccupiedLines: Sendable {
  fileprivate struct Interval: Sendable {
    var start: Int64
    var end: Int64
  }

  fileprivate struct TrackLines: Sendable {
    var blocks: [[Interval]] = []
    /// For each block its first line, the line after its last, and the most free lines between two of its intervals.
    var starts: [Int64] = []
    var ends: [Int64] = []
    var gaps: [Int64] = []
  }

  private var lines: [TrackLines]
  let mostInBlock: Int

  /// - Parameter mostInBlock: How many intervals a block has at most before it becomes two.
  init(tracks: Int, mostInBlock: Int) {
    lines = Array(repeating: TrackLines(), count: tracks)
    self.mostInBlock = max(mostInBlock, 1)
  }

  /// Adds free lines of a track to the occupied ones.
  ///
  /// - Complexity: O(log *n* + *n* / 256²) and a move of one block.
  mutating func insert(_ start: Int64, _ end: Int64, track: Int) {
    lines[track].insert(Interval(start: start, end: end), most: mostInBlock)
  }

  /// Returns the first interval of a track that ends after a line; nil where there is none.
  ///
  /// - Complexity: O(log *n*).
  func next(after line: Int64, track: Int) -> (start: Int64, end: Int64)? {
    let (block, place) = lines[track].position(after: line)
    guard block < lines[track].blocks.count else { return nil }
    let next = lines[track].blocks[block][place]
    return (next.start, next.end)
  }

  /// Returns whether lines of a track are free.
  func isFree(_ start: Int64, _ end: Int64, track: Int) -> Bool {
    guard let next = next(after: start, track: track) else { return true }
    return next.start >= end
  }

  /// Returns the first line, from one on, with so many free lines of a track.
  ///
  /// - Complexity: O(log *n*) and a look at every block before that line.
  func firstGap(of height: Int64, from line: Int64, track: Int) -> Int64 {
    lines[track].firstGap(of: height, from: line)
  }
}

extension OccupiedLines.TrackLines {
  /// The block and the place in it of the first interval that ends after a line.
  fileprivate func position(after line: Int64) -> (block: Int, place: Int) {
    let block = ends.firstPosition { $0 > line }
    guard block < blocks.count else { return (block, 0) }
    return (block, blocks[block].firstPosition { $0.end > line })
  }

  fileprivate func firstGap(of height: Int64, from line: Int64) -> Int64 {
    var candidate = line
    var (block, place) = position(after: line)
    while block < blocks.count {
      if starts[block] - candidate >= height { return candidate }
      if place > 0 || gaps[block] >= height || starts[block] < candidate {
        for interval in blocks[block][place...] {
          if interval.start - candidate >= height { return candidate }
          candidate = interval.end
        }
      }
      candidate = ends[block]
      (block, place) = (block + 1, 0)
    }
    return candidate
  }

  fileprivate mutating func insert(_ new: OccupiedLines.Interval, most: Int) {
    guard !blocks.isEmpty else {
      blocks = [[new]]
      (starts, ends, gaps) = ([new.start], [new.end], [0])
      return
    }
    let block = max(starts.firstPosition { $0 > new.start } - 1, 0)
    // Most come in order, behind all others.
    let place = new.start >= ends[block] ? blocks[block].count : blocks[block].firstPosition { $0.start > new.start }
    let previous = place > 0 ? blocks[block][place - 1].end : nil
    let next = place < blocks[block].count ? blocks[block][place].start : nil
    switch (previous == new.start, next == new.end) {
    case (true, true):
      blocks[block][place - 1].end = blocks[block][place].end
      blocks[block].remove(at: place)
    case (true, false): blocks[block][place - 1].end = new.end
    case (false, true): blocks[block][place].start = new.start
    case (false, false): blocks[block].insert(new, at: place)
    }
    starts[block] = min(starts[block], new.start)
    ends[block] = max(ends[block], new.end)
    if let previous, let next {
      // The gap that it fell into is less than it was.
      if next - previous == gaps[block] { gaps[block] = gap(of: block) }
    } else if let previous {
      gaps[block] = max(gaps[block], new.start - previous)
    } else if let next {
      gaps[block] = max(gaps[block], next - new.end)
    }
    if blocks[block].count > most { split(block) }
  }

  private mutating func split(_ block: Int) {
    let half = blocks[block].count / 2
    let second = Array(blocks[block][half...])
    blocks[block].removeSubrange(half...)
    blocks.insert(second, at: block + 1)
    starts.insert(second[0].start, at: block + 1)
    ends.insert(ends[block], at: block + 1)
    gaps.insert(0, at: block + 1)
    ends[block] = blocks[block][half - 1].end
    gaps[block] = gap(of: block)
    gaps[block + 1] = gap(of: block + 1)
  }

  private func gap(of block: Int) -> Int64 {
    var gap: Int64 = 0
    for place in blocks[block].indices.dropFirst() {
      gap = max(gap, blocks[block][place].start - blocks[block][place - 1].end)
    }
    return gap
  }
}
