import GridStore
import Testing

/// The decisions of a cache of pages, replayed with a reader that answers when it is told to.
@Suite("Pages that are kept") struct PageCaching {
  typealias Cache = PageCache<Int>

  /// A list in a state, its cache, and the reads that it has under way.
  struct World {
    var list: [Int]
    var state = 0
    var cache: Cache
    var now = Duration.zero
    var pending: [Cache.Read] = []
    var interrupted: Set<Int> = []
    var wakeUps: [Duration] = []
    var bytesPerRow = 100

    init(_ count: Int, _ settings: PageSettings = PageSettings(pageSize: 10, byteBudget: 100_000)) {
      list = Array(0..<count)
      cache = Cache(settings)
    }

    var generation: Generation { Generation("g\(state)") }

    mutating func perform(_ actions: [Cache.Action]) {
      for action in actions {
        switch action {
        case .read(let read): pending.append(read)
        case .interrupt(let number): interrupted.insert(number)
        case .wake(let duration): wakeUps.append(now + duration)
        }
      }
      #expect(pending.count <= 1, "more than one read is under way")
    }

    mutating func show(_ items: Range<Int>, isScrubbing: Bool = false) {
      perform(cache.show(items, isScrubbing: isScrubbing, now: now))
    }

    /// What a read would bring in the present state.
    func answer(_ items: Range<Int>) -> Cache.Answer {
      let own = items.clamped(to: 0..<list.count)
      return Cache.Answer(
        generation: generation, count: list.count, start: own.lowerBound,
        rows: own.map { Cache.Row(key: [.integer(Int64(list[$0]))], item: list[$0], bytes: bytesPerRow) })
    }

    /// Lets the read under way end; one that was interrupted brings nothing.
    mutating func answerOne(_ answer: Cache.Answer? = nil) {
      let read = pending.removeFirst()
      if interrupted.contains(read.number) {
        perform(cache.fail(read.number, now: now))
      } else {
        perform(cache.take(answer ?? self.answer(read.items), of: read.number, now: now))
      }
    }

    mutating func wake() {
      now = max(now, wakeUps.removeFirst())
      perform(cache.wake(now: now))
    }

    mutating func settle() {
      var steps = 0
      while !pending.isEmpty || !wakeUps.isEmpty {
        if pending.isEmpty { wake() } else { answerOne() }
        steps += 1
        if steps > 1000 {
          Issue.record("it never settles")
          return
        }
      }
      #expect(cache.isSettled)
    }

    /// What is said to be fresh is what the list has, if the cache knows its state.
    func check(_ items: Range<Int>, _ context: Comment = "") {
      guard cache.generation == generation else { return }
      #expect(cache.count == list.count, context)
      for i in items.clamped(to: 0..<list.count) {
        if let (row, isFresh) = cache.row(at: i), isFresh { #expect(row.item == list[i], context) }
      }
      #expect(cache.row(at: list.count) == nil && cache.row(at: -1) == nil)
    }

    /// Takes one run of the list for another, as a commit does, and tells it no narrower than it was.
    mutating func splice(_ position: Int, _ removed: Int, _ inserted: [Int], widenedBy margin: Int = 0) -> ListChange {
      let previous = generation
      list.replaceSubrange(position..<position + removed, with: inserted)
      state += 1
      let first = max(position - margin, 0)
      let end = min(position + inserted.count + margin, list.count)
      let told = ListSplice(
        position: first, removed: end - first - inserted.count + removed, inserted: end - first)
      return ListChange(
        previous: previous, generation: generation, splices: [told], updates: .keys([]), count: list.count,
        isReset: false)
    }
  }

  @Test("a viewport over several pages is one read, and the same viewport asks for nothing more")
  func coalescing() {
    var world = World(1000)
    world.show(95..<141)
    #expect(world.pending.map(\.items) == [90..<150])
    world.show(95..<141)
    #expect(world.pending.count == 1)
    world.settle()
    // Two pages ahead in one read, one behind.
    #expect(world.cache.counts.reads == 3 && world.cache.keptPages == Set(8...16))
    let before = world.cache.counts
    for _ in 0..<50 { world.show(95..<141) }
    #expect(world.cache.counts == before && world.pending.isEmpty)
    // What is missing beside what is there.
    world.show(120..<190)
    #expect(world.pending.map(\.items) == [170..<190])
    world.settle()
    world.check(0..<1000)
  }

  @Test("a scrub has one read under way whatever it passes over, and its last place is served")
  func slowScrub() {
    for isScrubbing in [false, true] {
      var world = World(100_000)
      for i in 0..<1000 {
        world.now += .milliseconds(1)
        world.show(i * 97..<i * 97 + 30, isScrubbing: isScrubbing)
      }
      // Nobody has answered yet: one read is begun, and it is interrupted, since nobody wants it any more.
      #expect(world.cache.counts.reads == 1 && world.cache.counts.interrupts == 1)
      world.settle()
      #expect(world.cache.hasFresh(999 * 97..<999 * 97 + 30))
      #expect(world.cache.counts.reads <= 4)
      world.check(0..<100_000)
    }
  }

  @Test("a scrub reads at intervals where answers come at once")
  func fastScrub() {
    var settings = PageSettings(pageSize: 10, byteBudget: 100_000)
    settings.scrubInterval = .milliseconds(80)
    var world = World(1_000_000, settings)
    for i in 0..<2000 {
      world.now += .milliseconds(1)
      while let first = world.wakeUps.first, first <= world.now { world.wake() }
      world.show(i * 97..<i * 97 + 30, isScrubbing: true)
      while !world.pending.isEmpty { world.answerOne() }
    }
    #expect(world.cache.counts.reads <= 2000 / 80 + 1, "\(world.cache.counts)")
    #expect(world.cache.counts.reads >= 20)
    // The finger rests, without a word that the dragging has ended.
    world.settle()
    #expect(world.cache.hasFresh(1999 * 97..<1999 * 97 + 30))
    #expect(world.cache.counts.reads <= 2000 / 80 + 2)
    // Nothing was read ahead; now it is.
    let before = world.cache.counts.reads
    world.show(1999 * 97..<1999 * 97 + 30)
    world.settle()
    #expect(world.cache.counts.reads > before)
  }

  @Test("pages keep to the budget, but for those in sight and one more, whatever is shown")
  func budget() {
    for budget in [0, 1, 3000, 12_000, 60_000] {
      var random = SeededNumbers(seed: UInt64(budget))
      var world = World(5000, PageSettings(pageSize: 10, byteBudget: budget, pagesAhead: 3, pagesBehind: 2))
      var at = 0
      for _ in 0..<600 {
        at =
          Bool.random(using: &random)
          ? Int.random(in: -50...5050, using: &random) : at + Int.random(in: -30...30, using: &random)
        let shown = at..<at + Int.random(in: 0...90, using: &random)
        world.show(shown)
        if Int.random(in: 0..<3, using: &random) > 0 {
          world.settle()
          let cache = world.cache
          #expect(cache.hasFresh(cache.visible), "\(budget): \(shown)")
          #expect(cache.visiblePages.allSatisfy(cache.keptPages.contains))
          let most = cache.visiblePages.count + 1
          #expect(
            cache.bytes <= budget || cache.keptPages.count <= most, "\(budget): \(cache.bytes) in \(cache.keptPages)")
          // The same place asks for nothing, however small the budget.
          let before = cache.counts
          world.show(shown)
          #expect(world.cache.counts == before && world.pending.isEmpty, "\(budget): \(shown)")
        }
        world.check(max(at - 100, 0)..<max(at + 200, 0))
      }
      #expect(world.cache.counts.evictions > 100)
    }
  }

  @Test("a read that brings nothing in sight any more is interrupted, one that brings some of it goes on")
  func superseding() {
    var world = World(1000)
    world.show(100..<130)
    world.show(120..<150)
    #expect(world.interrupted.isEmpty)
    world.show(500..<530)
    #expect(world.interrupted == [0])
    world.show(700..<730)
    #expect(world.interrupted == [0] && world.pending.count == 1)
    world.answerOne()
    #expect(world.pending.map(\.items) == [700..<730])
    world.settle()
    // One that reads ahead is in nobody's way either.
    world.show(0..<30)
    world.answerOne()
    #expect(world.pending.count == 1)
    let ahead = world.pending[0].number
    world.show(900..<930)
    #expect(world.interrupted.contains(ahead))
    world.settle()
    #expect(world.cache.hasFresh(900..<930))
    // Interrupted too late: it is there, and it is right.
    world.show(300..<330)
    world.show(600..<630)
    let late = world.pending.removeFirst()
    world.perform(world.cache.take(world.answer(late.items), of: late.number, now: world.now))
    world.check(0..<1000)
    world.settle()
    #expect(world.cache.hasFresh(600..<630))
  }

  @Test("answers of an older query or of a state gone by are dropped, also those that come twice")
  func lateAnswers() {
    var world = World(1000)
    world.show(0..<30)
    let old = world.pending.removeFirst()
    let answer = world.answer(old.items)
    world.perform(world.cache.replaceQuery(now: world.now))
    #expect(world.interrupted == [old.number])
    world.list = Array((0..<500).reversed())
    world.state = 100
    world.perform(world.cache.take(answer, of: old.number, now: world.now))
    #expect(world.cache.counts.dropped == 1 && world.cache.keptPages.isEmpty && world.cache.count == nil)
    world.settle()
    #expect(world.cache.row(at: 0)?.row.item == 499)
    world.perform(world.cache.take(answer, of: old.number, now: world.now))
    #expect(world.cache.counts.dropped == 2 && world.cache.row(at: 0)?.row.item == 499)

    // Begun in one state, and a commit is told of before it ends.
    world.show(200..<230)
    let read = world.pending.removeFirst()
    let before = world.answer(read.items)
    let change = world.splice(0, 0, [7777])
    world.perform(world.cache.take(change, now: world.now))
    world.perform(world.cache.take(before, of: read.number, now: world.now))
    #expect(world.cache.counts.dropped == 3 && world.cache.generation == world.generation)
    world.settle()
    #expect(world.cache.hasFresh(200..<230))
    world.check(0..<501)

    // One that sees a commit before that is told of takes it in; what was there is stale from then on.
    world.show(400..<430)
    let kept = world.cache.row(at: 205)
    let told = world.splice(3, 1, [8888, 9999])
    world.answerOne()
    #expect(world.cache.generation == world.generation && world.cache.hasFresh(400..<410))
    #expect(kept?.isFresh == true && world.cache.row(at: 205)?.isFresh == false)
    // The change then leads what was there to the new state, without reading it.
    let reads = world.cache.counts.reads
    world.perform(world.cache.take(told, now: world.now))
    #expect(world.cache.row(at: 206)?.row.item == kept?.row.item)
    world.settle()
    #expect(world.cache.counts.reads <= reads + 3)
    world.check(0..<502)
  }

  @Test("splices move pages, shown rows stay until they are read again, and one read answers for all in sight")
  func following() {
    var world = World(1000)
    world.show(100..<150)
    world.settle()
    let reads = world.cache.counts.reads
    // Far behind: nothing in sight changes, and nothing is read.
    world.perform(world.cache.take(world.splice(700, 3, [5000]), now: world.now))
    #expect(world.cache.hasFresh(100..<150) && world.cache.counts.reads == reads)
    world.check(0..<1000)
    // As many come as go before it.
    world.perform(world.cache.take(world.splice(20, 2, [5001, 5002]), now: world.now))
    #expect(world.cache.hasFresh(100..<150) && world.cache.counts.reads == reads)
    // One comes before it: all of it moves on; only what has come into sight at the edge may be missing.
    world.perform(world.cache.take(world.splice(5, 0, [5003]), now: world.now))
    for i in 101..<150 { #expect(world.cache.row(at: i)?.row.item == world.list[i]) }
    world.settle()
    world.check(0..<1000)
    // A leaf of the tree is said to be other than it was: it is shown on, stale, until one read has brought it.
    world.perform(world.cache.take(world.splice(125, 1, [6000], widenedBy: 60), now: world.now))
    for i in 100..<150 { #expect(world.cache.row(at: i) != nil) }
    #expect(!world.cache.hasFresh(100..<150))
    #expect(world.pending.map(\.items) == [100..<150])
    world.settle()
    #expect(world.cache.hasFresh(100..<150))
    world.check(0..<1000)
    // Keys alone.
    let before = world.cache.counts.reads
    world.state += 1
    let change = ListChange(
      previous: Generation("g\(world.state - 1)"), generation: world.generation, splices: [],
      updates: .keys([[.integer(Int64(world.list[333]))], [.integer(Int64(world.list[117]))]]), count: world.list.count,
      isReset: false)
    world.perform(world.cache.take(change, now: world.now))
    #expect(world.cache.row(at: 117)?.isFresh == false && world.cache.row(at: 125)?.isFresh == true)
    #expect(world.pending.map(\.items) == [110..<120])
    world.settle()
    #expect(world.cache.counts.reads == before + 1)
    // A reset: all is shown on, stale.
    world.state += 1
    world.list.removeLast(900)
    world.perform(
      world.cache.take(
        ListChange(
          previous: Generation("?"), generation: world.generation, splices: [], updates: .all, count: world.list.count,
          isReset: true), now: world.now))
    #expect(world.cache.visible == world.list.count - 50..<world.list.count)
    world.settle()
    #expect(world.cache.hasFresh(world.cache.visible))
    world.check(0..<1000)
  }

  @Test(
    "random commits, moves, late and lost answers never make a fresh row wrong, and it comes to rest", arguments: 0..<24
  )
  func randomWorlds(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed) + 1)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    var world = World(
      number(0...400),
      PageSettings(
        pageSize: number(1...17), byteBudget: number(0...20_000), pagesAhead: number(0...3), pagesBehind: number(0...2),
        mostPagesPerRead: number(1...5)))
    var untold: [ListChange] = []
    // An answer is made at some time after its read has begun, and comes some time later.
    var made: Cache.Answer?
    var next = 10_000
    for _ in 0..<700 {
      world.now += .milliseconds(number(0...40))
      switch number(0...9) {
      case 0...2:
        let at = number(-20...450)
        world.show(at..<at + number(0...60), isScrubbing: number(0...4) == 0)
      case 3, 4:
        let position = number(0...world.list.count)
        let removed = number(0...min(5, world.list.count - position))
        let inserted = (0..<number(0...5)).map { _ in
          next += 1
          return next
        }
        untold.append(world.splice(position, removed, inserted, widenedBy: number(0...3) == 0 ? number(0...30) : 0))
      case 5: if let read = world.pending.first, made == nil { made = world.answer(read.items) }
      case 6, 7:
        guard !world.pending.isEmpty else { continue }
        if number(0...9) == 0 {
          let read = world.pending.removeFirst()
          world.perform(world.cache.fail(read.number, now: world.now))
        } else {
          world.answerOne(made)
        }
        made = nil
      case 8: if !untold.isEmpty { world.perform(world.cache.take(untold.removeFirst(), now: world.now)) }
      default: if let first = world.wakeUps.first, first <= world.now { world.wake() }
      }
      if !world.pending.isEmpty, world.interrupted.contains(world.pending[0].number), number(0...1) == 0 {
        world.answerOne()
        made = nil
      }
      world.check(0..<world.list.count, "seed \(seed)")
    }
    for change in untold { world.perform(world.cache.take(change, now: world.now)) }
    world.perform(world.cache.retry(now: world.now))
    world.settle()
    // Whatever a read may have told last, a reset says where the list is.
    world.perform(
      world.cache.take(
        ListChange(
          previous: world.generation, generation: world.generation, splices: [], updates: .keys([]),
          count: world.list.count, isReset: true), now: world.now))
    world.show(0..<50)
    world.settle()
    #expect(world.cache.generation == world.generation && world.cache.hasFresh(world.cache.visible))
    world.check(0..<world.list.count, "seed \(seed)")
    for i in world.cache.visible { #expect(world.cache.row(at: i)?.row.item == world.list[i]) }
  }

  @Test("a read that fails is not begun again by itself, and is when it is asked for")
  func failing() {
    var world = World(1000)
    world.show(0..<30)
    let read = world.pending.removeFirst()
    world.perform(world.cache.fail(read.number, now: world.now))
    #expect(world.pending.isEmpty && world.cache.isSettled)
    world.show(0..<30)
    #expect(world.pending.isEmpty)
    world.perform(world.cache.retry(now: world.now))
    #expect(world.pending.count == 1)
    world.settle()
    #expect(world.cache.hasFresh(0..<30))
  }

  @Test("settings that cannot be are refused, and wild ranges are clamped")
  func wildInput() throws {
    for settings in [
      PageSettings(pageSize: 0), PageSettings(pageSize: .max), PageSettings(byteBudget: -1),
      PageSettings(byteBudget: .max), PageSettings(pagesAhead: -1), PageSettings(pagesBehind: .max),
      PageSettings(mostPagesPerRead: 0), PageSettings(scrubInterval: .seconds(-1)),
      PageSettings(scrubInterval: .seconds(Int64.max / 2)),
    ] {
      #expect(throws: StoreError.self) { try settings.check() }
    }
    var world = World(100)
    for range in [-100 ..< -50, Int.min..<Int.max, Int.max - 5..<Int.max, 0..<0, 99..<100_000] {
      world.show(range)
      world.settle()
      world.check(0..<100)
    }
    var empty = World(0)
    empty.show(0..<30)
    empty.settle()
    #expect(empty.cache.count == 0 && empty.cache.counts.reads == 1)
  }
}
