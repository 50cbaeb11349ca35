import Foundation
import GridStore
import Testing

/// The bytes of a sound database, and of its log where it has one, with what each page is, to be damaged by seeds.
struct DamagedFile: CustomTestStringConvertible {
  let world: ChangeWorld
  var testDescription: String { world.testDescription }
  let main: [UInt8]
  let log: [UInt8]
  /// Pages by what they are: "table leaf", "index internal", "index overflow", "free or map" …
  let pages: [String: [Int]]
  let kinds: [String]

  static let worlds: [ChangeWorld] = [
    ChangeWorld(journal: "DELETE", pageSize: 512, seed: 1, rows: 240),
    ChangeWorld(journal: "DELETE", pageSize: 1024, seed: 2, autoVacuum: 1, rows: 240),
    ChangeWorld(journal: "WAL", pageSize: 512, seed: 3, rows: 240),
    ChangeWorld(journal: "WAL", pageSize: 4096, seed: 4, autoVacuum: 2, rows: 240),
  ]

  init(_ world: ChangeWorld) throws {
    self.world = world
    let database = try TestDatabase(world.schema)
    // Free pages, and pages that have holes.
    try database.connection.execute(
      """
      PRAGMA wal_autocheckpoint = 0; DELETE FROM t WHERE id BETWEEN 40 AND 70; UPDATE w SET c = c + 1 WHERE b % 5 = 0;
      PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET price = price + 1 WHERE id % 3 = 0; DELETE FROM k WHERE y % 11 = 5
      """)
    var pages: [String: [Int]] = [:]
    var named: Set<Int> = [1]
    let places = try database.rows(
      "SELECT pageno, pagetype, name IN ('t', 'k', 'other', 'groups', 'sqlite_schema') FROM dbstat")
    for place in places {
      guard case .integer(let page) = place[0], case .text(let type) = place[1] else { continue }
      pages["\(place[2] == 1 ? "table" : "index") \(type)", default: []].append(Int(page))
      named.insert(Int(page))
    }
    let count = try database.rows("PRAGMA page_count")[0][0]
    if case .integer(let count) = count {
      for page in 1...Int(count) where !named.contains(page) { pages["free or map", default: []].append(page) }
    }
    self.pages = pages
    kinds = pages.keys.sorted()
    main = Array(try Data(contentsOf: URL(filePath: database.path)))
    log = (try? Array(Data(contentsOf: URL(filePath: database.path + "-wal")))) ?? []
  }

  /// A damaged copy.
  struct Copy {
    var main: [UInt8]
    var log: [UInt8]
    /// What was done to it.
    var story: [String] = []
  }

  func damaged(seed: UInt64) -> Copy {
    var random = SeededNumbers(seed: seed)
    var copy = Copy(main: main, log: log)
    for _ in 0..<[1, 1, 1, 2, 3][Int.random(in: 0..<5, using: &random)] { damage(&copy, &random) }
    return copy
  }

  private func damage(_ copy: inout Copy, _ random: inout SeededNumbers) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let at = Int.random(in: 16..<100, using: &random)
      if at < copy.main.count { copy.main[at] = UInt8.random(in: .min ... .max, using: &random) }
      copy.story.append("byte \(at) of the header")
    case 1:
      let size = Int.random(in: 0...copy.main.count, using: &random)
      copy.main.removeLast(copy.main.count - size)
      copy.story.append("cut to \(size)")
    case 2, 3:
      guard !copy.log.isEmpty else { fallthrough }
      damageLog(&copy, &random)
    default:
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let page = pages[kind]![Int.random(in: 0..<pages[kind]!.count, using: &random)]
      damagePage(&copy, kind, page, &random)
    }
  }

  private func damageLog(_ copy: inout Copy, _ random: inout SeededNumbers) {
    guard copy.log.count > 32 else { return }
    let frame = world.pageSize + 24
    let first = 32 + Int.random(in: 0..<max(1, (copy.log.count - 32) / frame), using: &random) * frame
    switch Int.random(in: 0..<5, using: &random) {
    case 0: copy.log.removeLast(Int.random(in: 0...copy.log.count, using: &random))
    case 1: copy.log[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: copy.log[min(first + Int.random(in: 0..<24, using: &random), copy.log.count - 1)] ^= 0x55
    case 3: copy.log[Int.random(in: 32..<copy.log.count, using: &random)] ^= 4
    default: copy.log = []
    }
    copy.story.append("the log, near \(first)")
  }

  private func damagePage(_ copy: inout Copy, _ kind: String, _ page: Int, _ random: inout SeededNumbers) {
    let size = world.pageSize
    let start = (page - 1) * size
    guard start + size <= copy.main.count else { return }
    let end = start + size
    /// Where the header of the page begins.
    let header = page == 1 ? start + 100 : start
    let pageCount = copy.main.count / size
    func number(_ at: Int) -> Int { Int(copy.main[at]) << 8 | Int(copy.main[at + 1]) }
    func put(_ value: Int, _ bytes: Int, at: Int) {
      for i in 0..<bytes where at + i < end {
        copy.main[at + i] = UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - i)))
      }
    }
    let isInterior = copy.main[header] == 2 || copy.main[header] == 5
    let pointers = header + (isInterior ? 12 : 8)
    let cells = min(number(header + 3), (end - pointers) / 2)
    let i = Int.random(in: 0..<max(cells, 1), using: &random)
    let cell = min(start + number(pointers + 2 * i), end - 20)
    let other = pages[kind]![Int.random(in: 0..<pages[kind]!.count, using: &random)]
    let otherStart = (other - 1) * size
    let what = Int.random(in: 0..<17, using: &random)
    switch what {
    case 0: copy.main[Int.random(in: start..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: copy.main[Int.random(in: start..<end, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
    case 2: copy.main[header + Int.random(in: 0..<12, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
    // A count that may be right.
    case 3: put(max(0, cells + [-2, -1, 1, 2][Int.random(in: 0..<4, using: &random)]), 2, at: header + 3)
    case 4: put(Int.random(in: 0..<65536, using: &random), 2, at: pointers + 2 * i)
    // One cell twice.
    case 5: put(number(pointers + 2 * Int.random(in: 0..<max(cells, 1), using: &random)), 2, at: pointers + 2 * i)
    // Two cells in each other's places.
    case 6 where cells > 1:
      let j = Int.random(in: 0..<cells, using: &random)
      let (a, b) = (number(pointers + 2 * i), number(pointers + 2 * j))
      put(b, 2, at: pointers + 2 * i)
      put(a, 2, at: pointers + 2 * j)
    // A child, a length, a rowid, or the first link of a chain.
    case 6, 7: put(Int.random(in: 0...255, using: &random), 1, at: cell + Int.random(in: 0..<9, using: &random))
    case 8: put(Int.random(in: 0...pageCount + 1, using: &random), 4, at: cell)
    case 9: put(other, 4, at: isInterior ? header + 8 : start)
    case 10: put(Int.random(in: 0...pageCount + 3, using: &random), 4, at: start)
    case 11: for at in start..<end { copy.main[at] = 0 }
    case 12: for at in start..<end { copy.main[at] = UInt8.random(in: .min ... .max, using: &random) }
    case 13 where otherStart + size <= copy.main.count:
      copy.main.replaceSubrange(start..<end, with: copy.main[otherStart..<otherStart + size])
    case 14 where otherStart + size <= copy.main.count:
      for at in 0..<size { copy.main.swapAt(start + at, otherStart + at) }
    case 13, 14, 15:
      let at = Int.random(in: start..<end - 8, using: &random)
      for i in 0..<8 { copy.main[at + i] = 0xff }
    // A key that may be right: one digit more or less.
    default:
      let at = Int.random(in: min(cell + 2, end - 8)..<end - 4, using: &random)
      copy.main[at] = copy.main[at] &+ [1, 255][Int.random(in: 0..<2, using: &random)]
    }
    copy.story.append("\(kind) \(page), damage \(what)")
  }
}
