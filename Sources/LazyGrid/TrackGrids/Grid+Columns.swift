internal import GridStore

extension Grid {
  /// How far the spans, starts and lengths are read that columns of lists say, in the present state of the database;
  /// begins to read them where nobody has.
  ///
  /// - Throws: As ``window(for:after:)``, and what has made reading fail.
  public func columnProgress() throws -> ColumnsKnown {
    let reads = try columnReads()
    return ColumnsKnown(known: reads.reduce(0) { $0 + $1.known }, count: reads.reduce(0) { $0 + $1.count })
  }

  /// Waits until all spans, starts and lengths that columns say are known of one state of the database: windows of it are
  /// exact.
  ///
  ///     try await grid.waitForColumns()
  ///     try grid.window(for: scroll).certainty   // exact, unless another program has committed since
  ///
  /// A program that commits while they are read has them read anew, and is waited for. Cancelling the task ends the
  /// waiting, not the reading.
  ///
  /// - Throws: What has made reading fail; `CancellationError`.
  public func waitForColumns() async throws {
    while true {
      let left = try await columnReadsInBackground().filter { !$0.isThrough }
      if left.isEmpty { return }
      for read in left { try await read.finish() }
    }
  }

  /// The same on the caller's thread; not to be called in a `read` of the list, which would keep it waiting for ever.
  public func waitForColumns() throws {
    while true {
      let left = try columnReads().filter { !$0.isThrough }
      if left.isEmpty { return }
      for read in left { read.finishHere() }
    }
  }

  private func columnReads() throws -> [ColumnRead] {
    try content.inOneRead { state in
      guard let generation = state?.generation else { return [] }
      // Kept with the items, they go on being read.
      let items = try content.trackCache.items(content, generation)
      var reads: [ColumnRead] = []
      for column in items.columns { reads.append(try ColumnRead(column.spans, column.count, generation)) }
      for column in items.lengthColumns {
        let count = column.runs.reduce(0) { max($0, $1.first + $1.end - $1.start) }
        reads.append(try ColumnRead(column.lengths, count, generation))
      }
      return reads
    }
  }

  private func columnReadsInBackground() async throws -> [ColumnRead] {
    guard let list = content.lists.first else { return [] }
    return try await list.answerInBackground { _ in try columnReads() }
  }
}

/// Columns of one list that are being read.
private struct ColumnRead: Sendable {
  let finish: @Sendable () async throws -> Void
  let finishHere: @Sendable () -> Void
  let known: Int
  let count: Int
  let isThrough: Bool

  init<Known>(_ pass: ProgressivePass<Known>, _ count: Int, _ generation: Generation) throws {
    // Begins to read where nobody has.
    _ = try pass.known(in: generation)
    let progress = pass.progress(in: generation)
    finish = { try await pass.finish() }
    finishHere = { pass.finish() }
    known = progress.isThrough ? count : min(progress.count, count)
    self.count = count
    isThrough = progress.isThrough
  }
}
