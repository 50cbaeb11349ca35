extension DenseBands {
  /// Leaves a checkpoint before an item.
  func leaveCheckpoint(before item: Int64, in chain: inout DenseChain) {
    let line = head < 0 ? 0 : bands[Int(head)].start
    var places = Array(repeating: Int32(-1), count: bands.count)
    var place: Int32 = -1
    var band = head
    while band >= 0 {
      let (start, end) = (bands[Int(band)].start, bands[Int(band)].end)
      let known = end == .max ? end : end - line
      let previous = bands[Int(band)].previous
      if previous >= 0, isLike(previous, band) {
        chain.lengthen(to: known)
      } else {
        place += 1
        chain.append(DenseChain.Band(start: start - line, end: known), free: masks[mask(band)..<mask(band) + words])
      }
      places[Int(band)] = place
      band = bands[Int(band)].next
    }
    for hint in hints { chain.append(hint: hint < 0 ? -1 : places[Int(hint)]) }
    chain.append(item: item, line: line)
  }

  /// Whether two bands that follow one another touch and have the same free tracks.
  private func isLike(_ band: Int32, _ next: Int32) -> Bool {
    bands[Int(band)].end == bands[Int(next)].start && masks.isEqual(mask(band), mask(next), words: words)
  }

  /// Goes back to a checkpoint.
  ///
  /// - Complexity: O(*b*) in its bands, and O(log *s*) and what reaches past them in *s* items with places of their own.
  mutating func resume(_ chain: DenseChain, from checkpoint: Int, _ contents: GridContents) {
    let range = chain.bandRange(of: checkpoint)
    let line = chain.checkpoints[checkpoint].line
    let last = Int32(truncatingIfNeeded: range.count) - 1
    bands.removeAll(keepingCapacity: true)
    masks.removeAll(keepingCapacity: true)
    unused.removeAll(keepingCapacity: true)
    for (place, band) in chain.bands[range].enumerated() {
      let place = Int32(truncatingIfNeeded: place)
      bands.append(
        Band(
          start: band.start + line, end: band.end == .max ? .max : band.end + line, previous: place - 1,
          next: place < last ? place + 1 : -1))
    }
    masks += chain.masks[(range.lowerBound * words)..<(range.upperBound * words)]
    (head, tail) = (last < 0 ? -1 : 0, last)
    hints.removeAll(keepingCapacity: true)
    hints += chain.hints[chain.hintRange(of: checkpoint)]
    knowShapes(contents)
    if let end = bands.last, masks.bitCount(from: mask(last), words: words) == tracks {
      // Free lines go on to the next item with a place of its own, which may be another now. Another band has the number
      // of this one then.
      bands.removeLast()
      masks.removeLast(words)
      tail = end.previous
      if tail < 0 { head = -1 } else { bands[Int(tail)].next = -1 }
      sweep(to: end.start, contents)
      grow(contents)
    } else {
      sweep(to: bands.last?.end ?? 0, contents)
    }
    // The last band says where all ends.
    if head >= 0, !isSwept, contents.anchored.end <= sweepLine { grow(contents) }
  }

  /// Makes room for what is known of shapes that have come in.
  mutating func knowShapes(_ contents: GridContents) {
    while hints.count < contents.shapes.list.count { hints.append(-1) }
  }

  /// Returns how many lines further down these bands begin than those of a checkpoint, if all items behind are to be
  /// placed as they were from there; nil if not.
  mutating func offset(from chain: DenseChain, _ checkpoint: Int, _ contents: GridContents) -> Int64? {
    steps += 1
    let range = chain.bandRange(of: checkpoint)
    guard head >= 0, let last = range.last else { return nil }
    let (line, old) = (bands[Int(head)].start, chain.checkpoints[checkpoint].line)
    // What is anchored does not move with the lines.
    guard line == old || contents.anchored.end <= min(line, old) else { return nil }
    let end = chain.bands[last].end == .max ? Int64.max : chain.bands[last].end + line
    while bands[Int(tail)].end < end { grow(contents) }
    var band = head
    for other in range {
      guard band >= 0 else { return nil }
      let (start, first) = (bands[Int(band)].start, mask(band))
      for word in 0..<words where masks[first + word] != chain.masks[other * words + word] { return nil }
      var next = bands[Int(band)].next
      while next >= 0, isLike(band, next) {
        band = next
        next = bands[Int(band)].next
      }
      let end = bands[Int(band)].end
      guard start - line == chain.bands[other].start, (end == .max ? end : end - line) == chain.bands[other].end else {
        return nil
      }
      steps += 1
      band = next
    }
    return band < 0 ? line - old : nil
  }
}
