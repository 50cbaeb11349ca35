/// The content of a grid cut into blocks of lines, with sums over them.
///
/// A block is a header or a footer, or lines of one length of any number, or some lines of declared lengths. So the
/// number of blocks follows the declared items, the runs and the sections; a run of items of one length is one block.
/// Lines of declared lengths are not stored: those of a block are computed from its items when they are asked for.
struct LineIndex: Hashable, Sendable {
  /// How many items a line takes: the number of tracks. Without tracks there are no blocks.
  private(set) var perLine: Int
  /// Where the first band starts.
  let before: Double
  /// The gap between bands as it was asked for; see ``spacing``.
  let askedSpacing: Double

  var parts: [ContentPart]
  /// How many items there are, placed or not.
  var count: Int64
  /// The parts that are sections.
  let sectionParts: [Int]

  var blocks: [Block] = []
  /// Sums over the blocks.
  var tree = SumTree()

  struct Block: Hashable, Sendable {
    enum Kind: UInt8, Hashable, Sendable {
      case header, footer
      /// Lines of one length, of one run.
      case even
      /// Lines of declared lengths, of one run.
      case declared
      /// One line across several runs.
      case mixed
    }
    var kind: Kind
    var part: Int32
    /// The run that its first item stands in.
    var run: Int32 = 0
    /// The position of its first item in that run.
    var offset: Int64 = 0
  }

  /// About how many declared items a block has: few enough to add up while one asks, many enough that sums over
  /// blocks take no room to speak of.
  static let itemsPerBlock = 64

  init(_ parts: [ContentPart], perLine: Int, before: Double, spacing: Double) {
    self.parts = parts
    self.perLine = perLine
    self.before = before
    askedSpacing = spacing
    count = parts.reduce(0) { $0 + $1.count }
    sectionParts = parts.indices.filter { parts[$0].section != nil }
    rebuild()
  }

  /// Whether a negative spacing would let a band start no later than the one before, or end so.
  var turnsBack: Bool { askedSpacing < 0 && askedSpacing + tree.total.least <= 0 }

  /// The gap between bands.
  var spacing: Double { turnsBack ? 0 : askedSpacing }

  /// Takes another number of items for a line.
  ///
  /// - Complexity: O(*n*), as making the index; O(1) for the same number.
  mutating func setPerLine(_ number: Int) {
    guard number != perLine else { return }
    perLine = number
    rebuild()
  }

  private mutating func rebuild() {
    var made = Made()
    if perLine > 0 {
      made.reserve(for: parts, perLine)
      for part in parts.indices { make(part, &made) }
    }
    blocks = made.blocks
    tree = SumTree()
    tree.replace(0..<0, with: made.sums)
  }

  /// Blocks that are being made, with their sums.
  struct Made {
    var blocks: [Block] = []
    var sums: [BandSum] = []

    mutating func reserve(for parts: [ContentPart], _ perLine: Int) {
      var count = 0
      for part in parts {
        count += 2
        for run in part.runs { count += 2 + run.lengths.count / max(LineIndex.itemsPerBlock - perLine, perLine) }
      }
      blocks.reserveCapacity(count)
      sums.reserveCapacity(count)
    }

    mutating func append(_ block: Block, _ sum: BandSum) {
      blocks.append(block)
      sums.append(sum)
    }
  }

  /// Makes all blocks of a part.
  func make(_ part: Int, _ made: inout Made) {
    if let header = parts[part].header {
      made.append(
        Block(kind: .header, part: Int32(part)), BandSum(bands: 1, length: header, least: header))
    }
    makeItems(part, from: 0, at: 0, &made)
  }

  /// Makes the blocks of a part from the start of a line on, the footer included.
  func makeItems(_ part: Int, from firstRun: Int, at firstOffset: Int64, _ made: inout Made) {
    let runs = parts[part].runs
    let perLine = Int64(perLine)
    let perBlock = max(Int64(LineIndex.itemsPerBlock) / perLine, 1)
    var run = firstRun
    var offset = firstOffset
    while run < runs.count {
      let left = runs[run].count - offset
      // The last line may be short, but only in the last run.
      var lines = left / perLine
      if run == runs.count - 1, left % perLine > 0 { lines += 1 }
      var block = Block(kind: .mixed, part: Int32(part), run: Int32(run), offset: offset)
      var items: Int64
      if left == 0 {
        run += 1
        offset = 0
        continue
      } else if lines == 0 {
        items = left
        var next = run + 1
        while items < perLine, next < runs.count {
          items += runs[next].count
          next += 1
        }
        items = min(items, perLine)
      } else if runs[run].isUniform {
        block.kind = .even
        items = min(lines * perLine, left)
      } else {
        block.kind = .declared
        items = min(min(lines, perBlock) * perLine, left)
      }
      made.append(block, sum(of: block, items: items))
      while run < runs.count, items > 0 {
        let taken = min(items, runs[run].count - offset)
        items -= taken
        offset += taken
        if offset == runs[run].count { (run, offset) = (run + 1, 0) }
      }
    }
    if let footer = parts[part].footer {
      made.append(Block(kind: .footer, part: Int32(part)), BandSum(bands: 1, length: footer, least: footer))
    }
  }

  /// Adds up a block of items.
  func sum(of block: Block, items: Int64) -> BandSum {
    let run = parts[Int(block.part)].runs[Int(block.run)]
    switch block.kind {
    case .header, .footer: return BandSum()
    case .even:
      let lines = (items + Int64(perLine) - 1) / Int64(perLine)
      return BandSum(
        items: items, lines: lines, bands: lines, length: Double(lines) * run.length, least: run.length)
    case .declared:
      var sum = BandSum(items: items)
      var item = Int(block.offset)
      let end = item + Int(items)
      while item < end {
        let next = min(item + perLine, end)
        var length = run.lengths[item]
        while item < next {
          length = max(length, run.lengths[item])
          item += 1
        }
        sum.lines += 1
        sum.length += length
        sum.least = min(sum.least, length)
      }
      sum.bands = sum.lines
      return sum
    case .mixed:
      let length = mixedLength(block, items: items)
      return BandSum(items: items, lines: 1, bands: 1, length: length, least: length)
    }
  }

  /// The length of a line across several runs.
  private func mixedLength(_ block: Block, items: Int64) -> Double {
    let runs = parts[Int(block.part)].runs
    var run = Int(block.run)
    var offset = block.offset
    var length = 0.0
    for _ in 0..<items {
      length = max(length, runs[run][offset])
      offset += 1
      if offset == runs[run].count { (run, offset) = (run + 1, 0) }
    }
    return length
  }
}
