extension LineIndex {
  /// Where an item stands in the content.
  struct Place {
    var part: Int
    var run: Int
    /// Its position in the run.
    var offset: Int64
  }

  /// Returns where an item stands.
  ///
  /// - Precondition: `item` is one of the items.
  /// - Complexity: O(log *b*); without tracks, O(*r*) in the number of runs.
  func place(of item: Int64) -> Place {
    precondition(item >= 0 && item < count, "the index is not that of an item of the grid")
    var visits = NodeVisits()
    var place = Place(part: 0, run: 0, offset: item)
    if let (block, base) = tree.first(&visits, where: { $0.items > item }) {
      let block = blocks[block]
      place = Place(part: Int(block.part), run: Int(block.run), offset: block.offset + item - base.items)
    }
    while true {
      if place.run == parts[place.part].runs.count {
        place.part += 1
        place.run = 0
      } else if place.offset >= parts[place.part].runs[place.run].count {
        place.offset -= parts[place.part].runs[place.run].count
        place.run += 1
      } else {
        return place
      }
    }
  }

  /// The length of an item along the main axis.
  func length(ofItem item: Int64) -> Double {
    let place = place(of: item)
    return parts[place.part].runs[place.run][place.offset]
  }

  /// Changes the length of an item.
  ///
  /// - Complexity: O(log *b*) for an item of declared length, where *b* is the number of blocks. One of a run of
  ///   uniform length is cut out of it, which costs as an insertion does.
  mutating func setLength(ofItem item: Int64, to length: Double) {
    let place = place(of: item)
    guard parts[place.part].runs[place.run][place.offset] != length else { return }
    guard !parts[place.part].runs[place.run].isUniform else {
      return replaceItems(item..<item + 1, by: [ContentRun([length])])
    }
    parts[place.part].runs[place.run].lengths[Int(place.offset)] = length
    var visits = NodeVisits()
    guard let (block, _) = tree.first(&visits, where: { $0.items > item }) else { return }
    tree.update(block, to: sum(of: blocks[block], items: tree[block].items))
  }

  /// Puts items in the place of others.
  ///
  /// They join the part of the item that stands at the start of the range; at the very end, the last part.
  ///
  /// - Parameter range: The items that go; an empty range is where new ones come in.
  /// - Complexity: O(*n*) in the number of declared items after the first that changes, of the parts that change: lines
  ///   after it are grouped anew. And O(*b*) in the number of blocks after it.
  mutating func replaceItems(_ range: Range<Int64>, by runs: [ContentRun]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the items are not all the grid's")
    var place: Place
    if range.lowerBound < count {
      place = self.place(of: range.lowerBound)
    } else {
      if parts.isEmpty { parts.append(ContentPart()) }
      place = Place(part: parts.count - 1, run: parts[parts.count - 1].runs.count, offset: 0)
    }
    let firstPart = place.part
    let start = lineStart(before: place, item: range.lowerBound)

    var left = Int64(range.count)
    left -= parts[place.part].splice(at: place.run, place.offset, removing: left, inserting: runs)
    while left > 0 {
      place.part += 1
      left -= parts[place.part].splice(at: 0, 0, removing: left, inserting: [])
    }
    count += runs.reduce(0) { $0 + $1.count } - Int64(range.count)
    guard perLine > 0 else { return }

    var visits = NodeVisits()
    let end = blocks(ofPart: place.part, &visits).upperBound
    var made = Made()
    var first = end
    if let start {
      first = start
      makeItems(firstPart, from: Int(blocks[start].run), at: blocks[start].offset, &made)
    } else {
      first = blocks(ofPart: firstPart, &visits).lowerBound
      make(firstPart, &made)
    }
    for part in firstPart + 1..<max(place.part, firstPart) + 1 { make(part, &made) }
    blocks.replaceSubrange(first..<end, with: made.blocks)
    tree.replace(first..<end, with: made.sums)
  }

  /// The block of the item before a place in the same part: lines before that block stay as they are. Nil where the
  /// place is at the start of its part.
  private func lineStart(before place: Place, item: Int64) -> Int? {
    guard perLine > 0, place.run > 0 || place.offset > 0 else { return nil }
    var visits = NodeVisits()
    return tree.first(&visits) { $0.items > item - 1 }?.leaf
  }
}

extension ContentPart {
  /// Removes items from a place on, and puts runs there.
  ///
  /// - Returns: How many were removed: all that were asked for, or all from the place to the end of the part.
  fileprivate mutating func splice(
    at run: Int, _ offset: Int64, removing number: Int64, inserting new: [ContentRun]
  ) -> Int64 {
    if run < runs.count, spliceDeclared(run, offset, number, new) { return number }
    var removed: Int64 = 0
    var end = run
    var pieces = RunList()
    if run < runs.count, offset > 0 { pieces.append(runs[run], 0..<offset) }
    for run in new { pieces.append(run, 0..<run.count) }
    var first = offset
    while end < runs.count {
      let taken = min(number - removed, runs[end].count - first)
      removed += taken
      first += taken
      if first < runs[end].count {
        pieces.append(runs[end], first..<runs[end].count)
        end += 1
        break
      }
      first = 0
      end += 1
      if removed == number { break }
    }
    var start = run
    if run > 0, offset == 0, let head = pieces.runs.first, RunList.joins(runs[run - 1], head) {
      // Items that get their lengths one after another gather in one run.
      runs[run - 1].append(head, 0..<head.count)
      pieces.runs.removeFirst()
    }
    start = min(start, runs.count)
    runs.replaceSubrange(start..<max(end, start), with: pieces.runs)
    return removed
  }

  /// The common case, within one array of lengths.
  private mutating func spliceDeclared(
    _ run: Int, _ offset: Int64, _ number: Int64, _ new: [ContentRun]
  ) -> Bool {
    guard !runs[run].isUniform, offset + number <= runs[run].count,
      new.allSatisfy({ !$0.isUniform || $0.count <= Int64(LineIndex.itemsPerBlock) })
    else { return false }
    var lengths: [Double] = []
    for run in new { lengths += run.isUniform ? Array(repeating: run.length, count: Int(run.count)) : run.lengths }
    runs[run].lengths.replaceSubrange(Int(offset)..<Int(offset + number), with: lengths)
    runs[run].count = Int64(runs[run].lengths.count)
    if runs[run].count == 0 { runs.remove(at: run) }
    return true
  }
}

extension ContentRun {
  /// Appends items of another run of the same kind.
  fileprivate mutating func append(_ other: ContentRun, _ range: Range<Int64>) {
    if !isUniform { lengths += other.lengths[Int(range.lowerBound)..<Int(range.upperBound)] }
    count += Int64(range.count)
  }
}

/// Runs of which neighbours of the same kind become one.
private struct RunList {
  var runs: [ContentRun] = []

  mutating func append(_ run: ContentRun, _ range: Range<Int64>) {
    if let last = runs.last, RunList.joins(last, run) { return runs[runs.count - 1].append(run, range) }
    if run.isUniform {
      runs.append(ContentRun(count: Int64(range.count), length: run.length))
    } else {
      runs.append(ContentRun(Array(run.lengths[Int(range.lowerBound)..<Int(range.upperBound)])))
    }
  }

  static func joins(_ a: ContentRun, _ b: ContentRun) -> Bool {
    a.isUniform == b.isUniform && (!a.isUniform || a.length == b.length)
  }
}
