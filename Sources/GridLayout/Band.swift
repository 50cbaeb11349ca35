/// A line of items, a header or a footer: what takes up room along the main axis.
struct Band: Hashable, Sendable {
  /// The block that it stands in, and how many bands of that are before it.
  var block: Int
  var offset: Int64
  /// What is before the block.
  var base: BandSum
  /// The lengths of the bands of the block before it.
  var partial: Double
  var length: Double
  /// How many items it holds; none in a header or footer.
  var items: Int64
  let kind: LineIndex.Block.Kind
  let part: Int

  var isLine: Bool { kind != .header && kind != .footer }
  /// The number of lines before it, which is its own number if it is one.
  var line: Int64 { base.lines + (isLine ? offset : 0) }
  /// The number of bands before it.
  var number: Int64 { base.bands + offset }
}

extension LineIndex {
  /// Where a band starts.
  ///
  /// Lengths and gaps are added up apart, so that a spacing that changes changes no sum.
  func start(of band: Band) -> Double {
    before + (band.base.length + band.partial) + Double(band.number) * spacing
  }

  func end(of band: Band) -> Double { start(of: band) + band.length }

  /// The index of the first item of a line.
  func firstItem(of band: Band) -> Int64 {
    band.isLine ? band.base.items + band.offset * Int64(perLine) : band.base.items
  }

  /// The length of all bands with the gaps between them, from the start of the content.
  func end(_ visits: inout NodeVisits) -> Double? {
    blocks.isEmpty ? nil : end(of: lastBand(ofBlock: blocks.count - 1, &visits))
  }

  // MARK: Bands of a block

  func firstBand(ofBlock block: Int, _ visits: inout NodeVisits) -> Band {
    band(0, ofBlock: block, base: tree.sum(before: block, &visits))
  }

  func lastBand(ofBlock block: Int, _ visits: inout NodeVisits) -> Band {
    band(tree[block].bands - 1, ofBlock: block, base: tree.sum(before: block, &visits))
  }

  /// Returns a band of a block by its number there.
  ///
  /// - Complexity: O(*b*), where *b* is the number of declared items of a block, which is bounded.
  func band(_ offset: Int64, ofBlock number: Int, base: BandSum) -> Band {
    let block = blocks[number]
    let sum = tree[number]
    var band = Band(
      block: number, offset: offset, base: base, partial: 0, length: sum.length, items: sum.items, kind: block.kind,
      part: Int(block.part))
    switch block.kind {
    case .header, .footer, .mixed: break
    case .even:
      band.length = sum.least
      band.partial = Double(offset) * sum.least
      band.items = min(Int64(perLine), sum.items - offset * Int64(perLine))
    case .declared:
      var line = DeclaredLines(of: block, sum, in: self)
      for _ in 0..<offset { band.partial += line.next() }
      band.length = line.next()
      band.items = min(Int64(perLine), sum.items - offset * Int64(perLine))
    }
    return band
  }

  // MARK: Neighbours

  func band(after band: Band, _ visits: inout NodeVisits) -> Band? {
    let sum = tree[band.block]
    guard band.offset + 1 < sum.bands else {
      return band.block + 1 < blocks.count ? firstBand(ofBlock: band.block + 1, &visits) : nil
    }
    var next = band
    next.offset += 1
    next.items = min(Int64(perLine), sum.items - next.offset * Int64(perLine))
    if band.kind == .even {
      next.partial = Double(next.offset) * band.length
    } else {
      next.partial += band.length
      var line = DeclaredLines(of: blocks[band.block], sum, in: self, from: next.offset)
      next.length = line.next()
    }
    return next
  }

  func band(before band: Band, _ visits: inout NodeVisits) -> Band? {
    if band.offset > 0 { return self.band(band.offset - 1, ofBlock: band.block, base: band.base) }
    return band.block > 0 ? lastBand(ofBlock: band.block - 1, &visits) : nil
  }

  /// Returns the next band that has a length. Those that have none may be any number in one place, and are passed over.
  func bandWithLength(after band: Band, _ visits: inout NodeVisits) -> Band? {
    var next = band
    while true {
      let isEnd = next.offset + 1 == tree[next.block].bands
      if isEnd || tree[next.block].length <= 0 {
        guard let block = tree.leafWithLength(after: next.block, &visits) else { return nil }
        next = firstBand(ofBlock: block, &visits)
      } else if let following = self.band(after: next, &visits) {
        next = following
      }
      if next.length > 0 { return next }
    }
  }

  func bandWithLength(before band: Band, _ visits: inout NodeVisits) -> Band? {
    var next = band
    while true {
      if next.offset == 0 || tree[next.block].length <= 0 {
        guard let block = tree.leafWithLength(before: next.block, &visits) else { return nil }
        next = lastBand(ofBlock: block, &visits)
      } else if let preceding = self.band(before: next, &visits) {
        next = preceding
      }
      if next.length > 0 { return next }
    }
  }

  // MARK: Bands by number

  /// Returns the line that an item stands in.
  ///
  /// - Precondition: `item` is one of the items, and there are tracks.
  func band(ofItem item: Int64, _ visits: inout NodeVisits) -> Band {
    guard let (block, base) = tree.first(&visits, where: { $0.items > item }) else {
      preconditionFailure("the index is not that of an item of the grid")
    }
    return band((item - base.items) / Int64(perLine), ofBlock: block, base: base)
  }

  /// Returns a line by its number.
  ///
  /// - Precondition: `line` is one of the lines.
  func band(ofLine line: Int64, _ visits: inout NodeVisits) -> Band {
    guard let (block, base) = tree.first(&visits, where: { $0.lines > line }) else {
      preconditionFailure("the line is not one of the grid's")
    }
    return band(line - base.lines, ofBlock: block, base: base)
  }

  // MARK: Parts

  /// The blocks of a part.
  ///
  /// - Parameter block: One that is near, or in the part itself.
  /// - Complexity: O(log *d*), where *d* is how far the ends of the part are from `block`.
  func blocks(ofPart part: Int, near block: Int? = nil, _ visits: inout NodeVisits) -> Range<Int> {
    func first(_ part: Int) -> Int {
      let guess = Double(block ?? blocks.count / 2)
      return Int(
        firstIndex(below: Int64(blocks.count), near: guess) {
          visits.count += 1
          return blocks[Int($0)].part >= part
        })
    }
    return first(part)..<first(part + 1)
  }
}

/// Walks the lines of a block of declared items, and measures each: the longest of its items.
struct DeclaredLines {
  private let lengths: [Double]
  private let perLine: Int
  private var item: Int
  private let end: Int

  /// - Parameter line: The number in the block of the line to begin with.
  init(of block: LineIndex.Block, _ sum: BandSum, in index: LineIndex, from line: Int64 = 0) {
    lengths = index.parts[Int(block.part)].runs[Int(block.run)].lengths
    perLine = index.perLine
    item = Int(block.offset) + Int(line) * index.perLine
    end = Int(block.offset + sum.items)
  }

  /// Returns the length of the next line.
  mutating func next() -> Double {
    let stop = min(item + perLine, end)
    var length = 0.0
    while item < stop {
      let next = lengths[item]
      if next > length { length = next }
      item += 1
    }
    return length
  }
}
