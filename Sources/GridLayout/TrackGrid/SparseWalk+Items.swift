// The ways in which items are placed: runs of plain ones, and those that span.

extension SparseWalk {
  mutating func placeRun(_ count: Int64, _ contents: GridContents) -> Step {
    look(contents)
    let width = Int64(freeCount(from: track))
    var step = Step(item: item, count: count, line: line, lines: 1, track: track, width: 0, perLine: count)
    if track > 0 || count < width {
      // What is left of a line, or a part of that.
      if count < width {
        track = freeTrack(Int(count) - 1, from: track) + 1
      } else {
        step.count = width
        step.perLine = width
        stand(line, tracks)
      }
      item += step.count
      return step
    }
    let open = event - line
    // A product is quicker than to divide.
    if width == 0 || (open <= SparseWalk.mostMultiplied && open * width <= count) {
      step.lines = open
    } else {
      step.lines = min(count / width, open)
    }
    step.count = step.lines * width
    step.perLine = width
    item += step.count
    line += step.lines
    return step
  }

  /// Looks up the obstacle of a track that matters at the cursor's line, unless it is known.
  mutating func refresh(_ track: Int, _ contents: GridContents) {
    guard obstacles[track].end <= line else { return }
    obstacles[track] = contents.anchored.occupied.next(after: line, track: track) ?? (.max, .max)
  }

  mutating func placeSpanning(_ contents: GridContents) -> Step {
    let shape = contents.shapes[contents.special.shapes[special]]
    let (width, height) = (Int(shape.width), shape.height)
    // Where nothing hangs over the line only the tracks that are left matter.
    if tallest <= line, !hasObstacles {
      if tracks - track < width { stand(line, tracks) }
      return place(line, track, width, height)
    }
    guard hasObstacles else {
      if let track = firstFreeRun(of: width, contents) { return place(line, track, width, height) }
      stand(line, tracks)
      if width * tracks <= SparseWalk.mostCompared {
        let (found, track) = firstRoomInSkyline(width)
        return place(found, track, width, height)
      }
      // In many tracks the next line mostly has room; where it has none, none may have for long.
      if let track = firstFreeRun(of: width, contents) { return place(line, track, width, height) }
      let (found, track) = firstRoom(width, height, contents)
      return place(found, track, width, height)
    }
    var run = 0
    var next = track
    // Nothing to the right fits where too few tracks are left.
    while next < tracks, tracks - next + run >= width {
      run = isFree(next, height, contents) ? run + 1 : 0
      next += 1
      if run == width { return place(line, next - width, width, height) }
    }
    stand(line, tracks)
    for _ in 0..<patience {
      let (found, track) = firstRoom(width, height, contents)
      if found == line { return place(line, track, width, height) }
      line = found
    }
    return Step(item: item, count: 0, line: line, lines: 0, track: 0, width: 0, perLine: 0)
  }

  /// Up to how many comparisons it is quicker to look at all tracks of all places than to remember which still matter.
  static let mostCompared = 24

  /// Returns the first line from the cursor's on, and the first place there, where nothing hangs over so many tracks.
  func firstRoomInSkyline(_ width: Int) -> (Int64, Int) {
    var best: (line: Int64, track: Int) = (.max, 0)
    for first in 0...tracks - width {
      var free = line
      for track in first..<first + width { free = max(free, skyline[track]) }
      if free < best.line { best = (free, first) }
    }
    return best
  }

  /// The first of so many neighbouring free tracks from the cursor on, where nothing is anchored.
  mutating func firstFreeRun(of width: Int, _ contents: GridContents) -> Int? {
    look(contents)
    if isOpen { return tracks - track >= width ? track : nil }
    if words == 1 { return (free.first & (.max << UInt64(truncatingIfNeeded: track))).firstRun(of: width) }
    if track > 0 {
      free.all.setRun(0..<track, to: false, from: 0)
      known = line + 1
    }
    return free.all.firstRun(of: width, from: 0, words: words)
  }

  mutating func isFree(_ track: Int, _ height: Int64, _ contents: GridContents) -> Bool {
    if skyline[track] > line { return false }
    refresh(track, contents)
    return obstacles[track].start - line >= height
  }

  mutating func place(_ line: Int64, _ track: Int, _ width: Int, _ height: Int64) -> Step {
    let step = Step(item: item, count: 1, line: line, lines: height, track: track, width: width, perLine: 1)
    if height > 1 {
      open.append(OpenItem(line: line, special: Int32(truncatingIfNeeded: special), track: Int32(track)))
      cover(track, width, to: line + height)
      known = min(known, line + 1)
    }
    stand(line, track + width)
    item += 1
    special += 1
    return step
  }

  /// Returns the first line from the cursor's on where so many neighbouring tracks might all have so many free lines,
  /// and the first such track. If it is the cursor's own line, they do.
  ///
  /// Each track names its first line with room; the latest of neighbours is where they could agree.
  mutating func firstRoom(_ width: Int, _ height: Int64, _ contents: GridContents) -> (Int64, Int) {
    gaps.removeAll(keepingCapacity: true)
    queue.removeAll(keepingCapacity: true)
    var head = 0
    var best: (line: Int64, track: Int) = (.max, 0)
    for track in 0..<tracks {
      let from = max(line, skyline[track])
      let gap =
        !hasObstacles ? from : contents.anchored.occupied.firstGap(of: height, from: from, track: track)
      gaps.append(gap)
      // A queue of falling lines: its head is the latest of the tracks in sight.
      while queue.count > head, gaps[queue[queue.count - 1]] <= gap { queue.removeLast() }
      queue.append(track)
      if queue[head] <= track - width { head += 1 }
      if track + 1 >= width, gaps[queue[head]] < best.line {
        best = (gaps[queue[head]], track + 1 - width)
        if best.line == line { break }
      }
    }
    return best
  }
}
