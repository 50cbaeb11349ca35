internal import GridStore
internal import Synchronization

extension Grid {
  /// How far the spans and starts are read that columns of lists say, in the present state of the database; begins to read
  /// them where nobody has.
  ///
  /// - Throws: As ``window(for:after:)``, and what has made reading fail.
  public func columnProgress() throws -> ColumnsKnown {
    let reads = try spanReads()
    return ColumnsKnown(known: reads.reduce(0) { $0 + $1.known }, count: reads.reduce(0) { $0 + $1.count })
  }

  /// Waits until all spans and starts that columns say are known of one state of the database: windows of it are exact.
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
      let left = try await spanReadsInBackground().filter { !$0.isThrough }
      if left.isEmpty { return }
      for read in left { try await read.spans.finish() }
    }
  }

  /// The same on the caller's thread; not to be called in a `read` of the list, which would keep it waiting for ever.
  public func waitForColumns() throws {
    while true {
      let left = try spanReads().filter { !$0.isThrough }
      if left.isEmpty { return }
      for read in left { read.spans.finish() }
    }
  }

  private func spanReads() throws -> [SpanRead] {
    try content.inOneRead { state in
      guard let generation = state?.generation else { return [] }
      // Kept with the items, they go on being read.
      return try content.trackCache.items(content, generation).columns.map { column in
        let known = try column.spans.known(in: generation)
        return SpanRead(
          spans: column.spans, known: known.isThrough ? column.count : min(known.count, column.count),
          count: column.count, isThrough: known.isThrough)
      }
    }
  }

  private func spanReadsInBackground() async throws -> [SpanRead] {
    guard let list = content.lists.first else { return [] }
    let answer = FoundReads()
    try await list.readInBackground { _ in
      let reads = try spanReads()
      answer.reads.withLock { $0 = reads }
    }
    return answer.reads.withLock { $0 }
  }
}

/// Columns of one list that are being read.
private struct SpanRead: Sendable {
  let spans: ProgressiveSpans
  let known: Int
  let count: Int
  let isThrough: Bool
}

/// Reads on their way back from another thread.
private final class FoundReads: Sendable {
  let reads = Mutex<[SpanRead]>([])
}
