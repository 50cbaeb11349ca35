extension PageCache {
  // MARK: Events

  /// The viewport shows some items now.
  ///
  /// - Parameters:
  ///   - items: Clamped to what there is, and to ``mostVisiblePages``. The last items take the place of those past the
  ///     end.
  ///   - isScrubbing: Whether somebody drags through the list: nothing is read ahead then, and reads begin at intervals.
  ///     Where it comes to rest is always read.
  ///   - now: Time by any clock that goes forward.
  package mutating func show(_ items: Range<Int>, isScrubbing: Bool = false, now: Duration) -> [Action] {
    let before = visiblePages
    if items.lowerBound != asked.lowerBound { isForward = items.lowerBound > asked.lowerBound }
    // Places and viewports beyond all reason are brought within it, so that no sum overflows.
    let first = min(max(items.lowerBound, 0), 1 << 52)
    let most = first + PageCache.mostVisiblePages * settings.pageSize
    asked = first..<max(min(items.upperBound, most), first)
    self.isScrubbing = isScrubbing
    if visiblePages != before { (attempted, failed) = ([], []) }
    use()
    evict()
    return next(now)
  }

  /// A read has brought something.
  package mutating func take(_ answer: Answer, of number: Int, now: Duration) -> [Action] {
    guard let ended = end(number) else { return next(now) }
    insert(answer, of: ended.read.query, after: ended.news)
    return next(now)
  }

  /// A read has failed, or has ended since it was interrupted.
  package mutating func fail(_ number: Int, now: Duration) -> [Action] {
    guard let ended = end(number) else { return next(now) }
    // What was interrupted is wanted by nobody, or again.
    if !ended.isInterrupted, ended.read.query == query { failed.formUnion(ended.pages) }
    return next(now)
  }

  /// What has failed is tried again.
  package mutating func retry(now: Duration) -> [Action] {
    failed = []
    return next(now)
  }

  /// The time has come that was asked for.
  package mutating func wake(now: Duration) -> [Action] {
    isWakePending = false
    return next(now)
  }

  /// Rows that were read for somebody, by this cache or beside it.
  ///
  /// - Parameter news: ``news`` when the reading began.
  /// - Returns: Whether they were taken. Those of another query never are, nor those of another state than the newest
  ///   where that has become known meanwhile: they may be older.
  @discardableResult
  package mutating func insert(_ answer: Answer, of query: Int, after news: Int) -> Bool {
    guard query == self.query, answer.generation == generation || news == self.news else {
      counts.dropped += 1
      return false
    }
    // Begun after the last news: a state that is another than the one known is a later one.
    if answer.generation != generation { self.news += 1 }
    generation = answer.generation
    count = answer.count
    counts.items += answer.rows.count
    counts.bytes += answer.rows.reduce(0) { $0 + $1.bytes }
    let size = settings.pageSize
    var at = (size - answer.start % size) % size
    while at < answer.rows.count {
      let number = (answer.start + at) / size
      let length = length(ofPage: number, answer.count)
      guard length > 0, at + length <= answer.rows.count else { break }
      setPage(
        number,
        Page(rows: answer.rows[at..<at + length].map { $0 }, generation: answer.generation, lastUse: uses))
      at += length
    }
    dropPagesPastEnd()
    use()
    evict()
    return true
  }

  // MARK: Decisions

  private mutating func end(_ number: Int) -> Reading? {
    guard let ended = reading, ended.read.number == number else {
      counts.dropped += 1
      return nil
    }
    reading = nil
    return ended
  }

  mutating func interruption(_ reading: Reading) -> Action {
    self.reading?.isInterrupted = true
    counts.interrupts += 1
    return .interrupt(reading.read.number)
  }

  /// What is to be done now.
  mutating func next(_ now: Duration) -> [Action] {
    let missing = missingPages
    if let reading {
      // Nothing that it brings is in sight, and something that is waits for it.
      let isSuperseded = !missing.isEmpty && !reading.pages.overlaps(visiblePages)
      return isSuperseded && !reading.isInterrupted ? [interruption(reading)] : []
    }
    let pages: Range<Int>
    if !missing.isEmpty {
      if isScrubbing, let last = lastScrubRead, now - last < settings.scrubInterval {
        if isWakePending { return [] }
        isWakePending = true
        return [.wake(after: settings.scrubInterval - (now - last))]
      }
      lastScrubRead = isScrubbing ? now : nil
      pages = missing
    } else {
      guard let ahead = pagesToPrefetch else { return [] }
      attempted.formUnion(ahead)
      pages = ahead
    }
    let size = settings.pageSize
    let read = Read(number: nextNumber, query: query, items: pages.lowerBound * size..<pages.upperBound * size)
    nextNumber += 1
    reading = Reading(read: read, pages: pages, news: news)
    counts.reads += 1
    return [.read(read)]
  }

  /// From the first page in sight that is not fresh to the last, so that one read answers for all of them.
  private var missingPages: Range<Int> {
    let wanted = visiblePages.filter { !isFresh($0) && !failed.contains($0) }
    guard let first = wanted.first, let last = wanted.last else { return 0..<0 }
    return first..<min(last + 1, first + settings.mostPagesPerRead)
  }

  /// Pages beside the viewport that follow one another, as many as there is room for.
  private var pagesToPrefetch: Range<Int>? {
    guard let count, count > 0, !isScrubbing, !visiblePages.isEmpty else { return nil }
    let last = (count - 1) / settings.pageSize
    let (visible, average) = (visiblePages, max(bytes / max(pages.count, 1), 1))
    var room = settings.byteBudget / average - visible.count
    let above = (1...max(settings.pagesAhead, settings.pagesBehind, 1)).map { visible.upperBound - 1 + $0 }
    let below = (1...max(settings.pagesAhead, settings.pagesBehind, 1)).map { visible.lowerBound - $0 }
    let candidates =
      isForward
      ? [above.prefix(settings.pagesAhead), below.prefix(settings.pagesBehind)]
      : [below.prefix(settings.pagesAhead), above.prefix(settings.pagesBehind)]
    for side in candidates {
      var run: Range<Int>?
      for number in side where number >= 0 && number <= last {
        if room <= 0 { break }
        room -= 1
        if isFresh(number) || attempted.contains(number) || failed.contains(number) {
          if run != nil { break }
          continue
        }
        run = run.map { min($0.lowerBound, number)..<max($0.upperBound, number + 1) } ?? number..<number + 1
        if run!.count == settings.mostPagesPerRead { break }
      }
      if let run { return run }
    }
    return nil
  }

  /// Marks what is in sight and beside it as used.
  private mutating func use() {
    uses += 1
    let visible = visiblePages
    let margin = max(settings.pagesAhead, settings.pagesBehind)
    for number in max(visible.lowerBound - margin, 0)..<visible.upperBound + margin { touch(number) }
    // What is in sight was used last.
    uses += 1
    for number in visible { touch(number) }
  }

  /// Lets go of pages that were not used for the longest time, until the rest fits the budget. Pages in sight or being
  /// read stay, and one page more than the viewport straddles.
  mutating func evict() {
    guard bytes > settings.byteBudget else { return }
    let visible = visiblePages
    let middle = (visible.lowerBound + visible.upperBound) / 2
    let free = pages.filter { !visible.contains($0.key) && !(reading?.pages.contains($0.key) ?? false) }
      .sorted { a, b in
        (a.value.lastUse, -abs(a.key - middle), a.key) < (b.value.lastUse, -abs(b.key - middle), b.key)
      }
    for (number, _) in free {
      if bytes <= settings.byteBudget || pages.count <= visible.count + 1 { return }
      setPage(number, nil)
      counts.evictions += 1
    }
  }

  mutating func dropPagesPastEnd() {
    guard let count else { return }
    for number in pages.keys where number * settings.pageSize >= count { setPage(number, nil) }
  }
}
