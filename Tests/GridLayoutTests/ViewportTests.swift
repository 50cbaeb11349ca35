import GridLayout
import Testing

/// Items with names, laid out by loops: slow and obvious.
private struct NamedItems {
  var names: [Int]
  var lengths: [Double]
  var perLine: Int
  let spacing: Double

  func lines() -> [(items: Range<Int>, start: Double, length: Double)] {
    var lines: [(items: Range<Int>, start: Double, length: Double)] = []
    var start = 0.0
    for first in stride(from: 0, to: names.count, by: perLine) {
      let items = first..<min(first + perLine, names.count)
      let length = lengths[items].max()!
      lines.append((items, start, length))
      start += length + spacing
    }
    return lines
  }

  var contentLength: Double { lines().last.map { $0.start + $0.length } ?? 0 }

  func start(ofName name: Int) -> Double? {
    guard let index = names.firstIndex(of: name) else { return nil }
    return lines().first { $0.items.contains(index) }!.start
  }
}

@Suite("A viewport")
struct ViewportTests {
  #if DEBUG
    static let edits = 6_000
  #else
    static let edits = 100_000
  #endif

  static func columns(_ count: Int) -> [GridItem] { Array(repeating: GridItem(), count: count) }

  static func grid(_ lengths: [Double], columns count: Int, spacing: Double = 10) -> LineGrid {
    LineGrid(
      axis: .vertical, items: columns(count), content: [.run(.lengths(lengths))], crossLength: 100, spacing: spacing)
  }

  @Test("holds the line of its anchor on screen through all edits, or is at an end", arguments: [UInt64(1), 2, 3, 4])
  func anchorStays(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var plain = NamedItems(names: Array(0..<40), lengths: Array(repeating: 20, count: 40), perLine: 3, spacing: 4)
    var grid = Self.grid(plain.lengths, columns: 3, spacing: 4)
    var viewport = Viewport(length: 90, in: grid)
    var next = 40
    for edit in 0..<Self.edits / 4 {
      if edit % 7 == 0 {
        viewport.scroll(
          to: .offset(Double(Int.random(in: -5...Int(plain.contentLength) + 5, using: &random)) / 2), in: grid)
      }
      let anchor = viewport.anchor
      let name = anchor.map { plain.names[Int($0.index)] }
      let onScreen = name.map { plain.start(ofName: $0)! - viewport.offset }
      if let anchor, let onScreen, onScreen != -anchor.delta {
        Issue.record("seed \(seed), edit \(edit): \(anchor) is at \(onScreen)")
        return
      }
      Self.edit(&plain, &grid, &viewport, &next, anchor: anchor, &random)

      let last = max(plain.contentLength - viewport.length, 0)
      var expected = viewport.offset
      if let name, let onScreen, let start = plain.start(ofName: name) {
        expected = min(max(start - onScreen, 0), last)
      }
      let stands = viewport.offset == expected && viewport.offset >= 0 && viewport.offset <= last
      if !stands || grid.contentLength != plain.contentLength {
        Issue.record("seed \(seed), edit \(edit): \(viewport.offset), not \(expected), of \(last)")
        return
      }
    }
  }

  private static func edit(
    _ plain: inout NamedItems, _ grid: inout LineGrid, _ viewport: inout Viewport, _ next: inout Int,
    anchor: ScrollAnchor?, _ random: inout SeededRandom
  ) {
    func length() -> Double { Double(Int.random(in: 0...60, using: &random)) / 2 }
    let count = plain.names.count
    let kind = Int.random(in: 0..<10, using: &random)
    switch kind {
    case 0...2 where count < 60:
      let at = Int.random(in: 0...count, using: &random)
      let new = (0..<Int.random(in: 1...6, using: &random)).map { _ in length() }
      grid.replaceItems(Int64(at)..<Int64(at), by: [.lengths(new)])
      plain.lengths.insert(contentsOf: new, at: at)
      plain.names.insert(contentsOf: next..<next + new.count, at: at)
      next += new.count
      viewport.contentDidChange(.insert(at: Int64(at), count: Int64(new.count)), in: grid)
    case 3...5 where count > 0:
      let first = Int.random(in: 0..<count, using: &random)
      let end = min(first + Int.random(in: 1...(count > 50 ? 20 : 5), using: &random), count)
      grid.replaceItems(Int64(first)..<Int64(end), by: [])
      plain.lengths.removeSubrange(first..<end)
      plain.names.removeSubrange(first..<end)
      viewport.contentDidChange(.remove(Int64(first)..<Int64(end)), in: grid)
      if let anchor, anchor.index >= first, anchor.index < end { checkSuccessor(plain, viewport, anchor, first) }
    case 6 where count > 0:
      let from = Int.random(in: 0..<count, using: &random)
      let to = Int.random(in: 0..<count, using: &random)
      let (name, length) = (plain.names.remove(at: from), plain.lengths.remove(at: from))
      plain.names.insert(name, at: to)
      plain.lengths.insert(length, at: to)
      grid.moveItem(from: Int64(from), to: Int64(to))
      viewport.contentDidChange(.move(from: Int64(from), to: Int64(to)), in: grid)
    case 7...8 where count > 0:
      let item = Int.random(in: 0..<count, using: &random)
      plain.lengths[item] = length()
      grid.setLength(ofItem: Int64(item), to: plain.lengths[item])
      viewport.contentDidChange(.resize, in: grid)
    default:
      // There and back again changes nothing, to the last bit.
      let before = viewport
      grid.resolve(items: columns(Int.random(in: 1...6, using: &random)))
      viewport.layoutDidChange(length: Double(Int.random(in: 1...200, using: &random)), in: grid)
      grid.resolve(items: columns(plain.perLine))
      viewport.layoutDidChange(length: before.length, in: grid)
      if viewport.offset != before.offset || viewport.anchor != before.anchor {
        Issue.record("\(viewport) came back, not \(before)")
      }
    }
  }

  /// The item after the removed anchor, or else the one before, stands where the anchor did.
  private static func checkSuccessor(
    _ plain: NamedItems, _ viewport: Viewport, _ anchor: ScrollAnchor, _ first: Int
  ) {
    guard let last = plain.names.indices.last else { return #expect(viewport.offset == 0) }
    let start = plain.start(ofName: plain.names[min(first, last)])!
    let end = max(plain.contentLength - viewport.length, 0)
    #expect(viewport.offset == min(max(start + anchor.delta, 0), end))
  }

  @Test("keeps the first visible item through other tracks, and comes back to the last bit, however often")
  func reversible() {
    var random = SeededRandom(seed: 9)
    let lengths = (0..<3_000).map { _ in Double(Int.random(in: 1...900, using: &random)) / 7 }
    for _ in 0..<20 {
      var grid = Self.grid(lengths, columns: 4)
      var viewport = Viewport(length: 333.3, in: grid)
      viewport.scroll(to: .offset(Double.random(in: 0...grid.contentLength, using: &random)), in: grid)
      let before = viewport
      let item = before.anchor!.index
      for count in [3, 1, 7, 2, 5, 300, 4] {
        grid.resolve(items: Self.columns(count))
        viewport.layoutDidChange(in: grid)
        let frame = grid.frame(of: item)
        let isShort = viewport.isAtEnd
        #expect(isShort || frame.maxY > viewport.offset && frame.minY < viewport.offset + viewport.length)
      }
      #expect(viewport == before)
    }
  }

  @Test(
    "is restored to the last bit from its anchor, at both ends too", arguments: [1_000, 1_000_000_000_000 as Int64])
  func restores(count: Int64) {
    let grid = LineGrid(
      axis: .vertical, items: Self.columns(3), content: [.run(.uniform(count: count, length: 119.7))],
      crossLength: 100)
    var random = SeededRandom(seed: 2)
    var places: [ScrollDestination] = [.start, .end, .item(count - 1, .end), .item(count / 2, .center)]
    for _ in 0..<200 { places.append(.offset(Double.random(in: 0...grid.contentLength, using: &random))) }
    for place in places {
      var viewport = Viewport(length: 700.3, in: grid)
      viewport.scroll(to: place, in: grid)
      var restored = Viewport(length: 700.3, in: grid)
      restored.scroll(to: .anchor(viewport.anchor!), in: grid)
      #expect(restored.anchor == viewport.anchor)
      #expect(restored.offset == viewport.offset)
    }
  }

  @Test("moves by just the distance that was asked for, at any depth, over every edge of lines and blocks")
  func scrollsExactly() {
    for count in [10_000, 1_000_000_000_000] as [Int64] {
      for content in [
        [GridPart.run(.uniform(count: count, length: 110.5))],
        [
          .run(.uniform(count: count, length: 44)),
          .section(GridSection(header: 30, runs: [.lengths((0..<900).map { Double($0 % 9) * 4.5 })])),
        ],
      ] {
        let grid = LineGrid(axis: .vertical, items: Self.columns(3), content: content, crossLength: 100)
        var viewport = Viewport(length: 300, in: grid)
        viewport.scroll(to: .item(count - 20, .start), in: grid)
        let start = viewport.anchor!
        var moved = 0.0
        for step in 0..<400 {
          let distance = step < 200 ? -37.5 : 37.5
          let before = viewport.anchor!
          viewport.scroll(by: distance, in: grid)
          let after = viewport.anchor!
          // What lies between the two lines, by frames that count from one of them.
          let between = grid.frame(of: after.index, relativeToLine: grid.line(of: before.index)).minY
          #expect(between + after.delta - before.delta == distance)
          moved += distance
        }
        #expect(moved == 0 && viewport.anchor == start)
      }
    }
  }

  @Test("reaches every item: what is scrolled to is in sight, and the last one ends where the viewport does")
  func reachesAll() {
    for count in [1_000, 1_000_000, 1_000_000_000, 1_000_000_000_000] as [Int64] {
      let grid = LineGrid(
        axis: .vertical, items: Self.columns(2), content: [.run(.uniform(count: count, length: 50))], crossLength: 100)
      for index in [0, 1, count / 3, count - 2, count - 1] {
        for alignment in [ViewportAlignment.start, .center, .end, .nearest, .fraction(0.3)] {
          var viewport = Viewport(length: 400, in: grid)
          viewport.scroll(to: .item(index, alignment), in: grid)
          #expect(grid.window(viewport.interval).contains { $0.items.contains(index) })
        }
      }
      var viewport = Viewport(length: 400, in: grid)
      viewport.scroll(to: .item(count - 1, .start), in: grid)
      #expect(viewport.offset + 400 == grid.frame(of: count - 1).maxY && viewport.isAtEnd && viewport.isClamped)
    }
  }

  @Test("moves no further than it must to show an item whole, and not at all if it can't show more of it")
  func nearest() {
    let grid = Self.grid([100, 100, 100, 500, 100], columns: 1, spacing: 0)
    var viewport = Viewport(length: 250, insetStart: 20, insetEnd: 30, in: grid)
    #expect(viewport.offset == -20)
    func offset(_ item: Int64) -> Double {
      viewport.scroll(to: .item(item, .nearest), in: grid)
      return viewport.offset
    }
    #expect(offset(1) == -20)
    #expect(offset(2) == 80)
    #expect(offset(0) == -20)
    #expect(offset(3) == 280)
    viewport.scroll(by: 100, in: grid)
    #expect(offset(3) == 380)
    #expect(offset(4) == 680 && viewport.isAtEnd)
    #expect(offset(3) == 580)
    #expect(offset(99) == 680)
  }

  @Test("stays at the start or follows the end where its policy is so, and only from there")
  func policies() {
    var grid = Self.grid(Array(repeating: 50, count: 20), columns: 1)
    var keeping = Viewport(length: 200, in: grid)
    var staying = Viewport(length: 200, policy: .staysAtStart, in: grid)
    var following = Viewport(length: 200, policy: .followsEnd, in: grid)
    following.scroll(to: .end, in: grid)
    var elsewhere = Viewport(length: 200, policy: [.staysAtStart, .followsEnd], in: grid)
    elsewhere.scroll(to: .offset(300), in: grid)
    for (at, count) in [(0, 2), (22, 3)] as [(Int64, Int64)] {
      grid.replaceItems(at..<at, by: [.uniform(count: count, length: 40)])
      keeping.contentDidChange(.insert(at: at, count: count), in: grid)
      staying.contentDidChange(.insert(at: at, count: count), in: grid)
      following.contentDidChange(.insert(at: at, count: count), in: grid)
      elsewhere.contentDidChange(.insert(at: at, count: count), in: grid)
    }
    #expect(keeping.offset == 100 && keeping.anchor == ScrollAnchor(index: 2, delta: 0))
    #expect(staying.offset == 0)
    #expect(following.offset == grid.contentLength - 200)
    #expect(elsewhere.offset == 400)
  }

  @Test("of a grid that loses all items, or has none, stands at the start")
  func empty() {
    var grid = Self.grid(Array(repeating: 50, count: 20), columns: 2)
    var viewport = Viewport(length: 100, in: grid)
    viewport.scroll(to: .end, in: grid)
    grid.replaceItems(0..<20, by: [])
    viewport.contentDidChange(.remove(0..<20), in: grid)
    #expect(viewport.offset == 0 && viewport.anchor == nil && viewport.isAtStart && viewport.isAtEnd)
    viewport.scroll(to: .item(3, .center), in: grid)
    viewport.scroll(by: .nan, in: grid)
    viewport.scroll(to: .offset(.infinity), in: grid)
    viewport.scroll(to: .anchor(ScrollAnchor(index: 7, delta: .nan)), in: grid)
    viewport.layoutDidChange(length: -.infinity, in: grid)
    #expect(viewport.offset == 0 && viewport.length == 0)
    grid.replaceItems(0..<0, by: [.lengths([10, 10, 10])])
    viewport.contentDidChange(.insert(at: 0, count: 3), in: grid)
    #expect(viewport.anchor == ScrollAnchor(index: 0, delta: 0))
    grid.resolve(items: [])
    viewport.layoutDidChange(length: 5, in: grid)
    #expect(viewport.anchor == nil)
    grid.resolve(items: [GridItem()])
    viewport.layoutDidChange(in: grid)
    #expect(viewport.anchor == ScrollAnchor(index: 0, delta: 0))
  }
}
