/// What is known of writers without a transaction.
extension PageSource {
  /// Whether a writer has begun in a file without a log: it needs the file to itself for its commit.
  var isWriterAtWork: Bool { !namesChanges && handles.isReserved }

  /// How far the log has got into the main file; nil where there is no log.
  var logProgress: LogProgress? {
    guard namesChanges, let index = try? unsafe handles.walIndex(block: 0) else { return nil }
    return unsafe LogProgress(
      lastFrame: WALIndexHeader(index).lastFrame, backfilled: WALIndexHeader.backfilled(index),
      attempted: WALIndexHeader.backfillAttempted(index))
  }
}

/// How much of a log has been copied into the main file.
struct LogProgress {
  /// The frames that the log has.
  let lastFrame: UInt32
  /// Those that are in the main file.
  let backfilled: UInt32
  /// Those that are, or will be once the checkpoint ends that is under way.
  let attempted: UInt32

  /// As many frames make a commit end with a checkpoint, unless its program says otherwise
  /// ([wal.html](https://sqlite.org/wal.html), 3).
  static let usualLimit = 1000

  /// Whether the next commit may begin the log anew. Whoever begins to read then reads the main file alone, and is in
  /// nobody's way.
  var isThrough: Bool { backfilled >= lastFrame }
  var isUnderWay: Bool { attempted > backfilled }
}
