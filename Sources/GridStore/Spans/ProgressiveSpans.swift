/// Spans and starts of a list as they come in.
package typealias ProgressiveSpans = ProgressivePass<KnownSpans>

/// The spans and starts that are known so far.
package struct KnownSpans: PassKnowledge {
  /// How many items are known, from the first on.
  package private(set) var count = 0
  /// Whether these are all.
  package private(set) var isThrough = false
  /// Those of this state, and behind them what was known of an earlier one.
  private var places = PackedPlaces()
  private var earlier = PackedPlaces()
  /// How many values say nothing that can be.
  package private(set) var missing = 0

  package init() {}

  /// What items say, those that say something alone; where this state has not come to, what they said in the one before.
  ///
  /// - Parameter range: Indexes of the list.
  package func spans(in range: Range<Int>) -> [ItemSpan] {
    var spans = places.spans(in: range)
    if range.upperBound > count { spans += earlier.spans(in: max(count, range.lowerBound)..<range.upperBound) }
    return spans
  }

  package var outdated: KnownSpans {
    var known = KnownSpans()
    known.earlier = places
    for span in earlier.spans(in: count..<Int.max) { known.earlier.append(span) }
    return known
  }

  package mutating func append(_ piece: Piece) {
    count = piece.before
    for span in piece.spans { places.append(span) }
    missing += piece.missing
  }

  package mutating func end() {
    isThrough = true
    earlier = PackedPlaces()
  }

  /// What items before an index say, beside what was told.
  package struct Piece: Sendable {
    let before: Int
    let spans: [ItemSpan]
    let missing: Int
  }
}

struct WeakSpans { weak var spans: ProgressiveSpans? }

extension ItemList {
  /// What the items say in some columns, as it comes in; the same for all who hold it at a time.
  ///
  /// - Parameters:
  ///   - rowsPerSlice: The most rows that are read at a time.
  ///   - pause: Called between slices, on another thread.
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest.
  package func progressiveSpans(
    from columns: SpanColumns, rowsPerSlice: Int = .max, pause: (@Sendable () -> Void)? = nil
  ) throws -> ProgressiveSpans {
    let (reader, core) = (storage.catalog.reader, storage.core)
    return try reader.read { _ in
      if let spans = core.progressiveSpans[columns]?.spans { return spans }
      _ = try core.currentPlan().table.spanColumns(columns)
      let spans = ProgressiveSpans(rowsPerSlice: rowsPerSlice, pause: pause) { slice in
        let pass = try SpanPass(reader, core, columns, slice: slice)
        return PassRun(interrupt: { pass.interrupt() }) { tell in
          _ = try pass.run { piece in
            guard case .known(let before, let places, let missing) = piece else { return }
            tell(KnownSpans.Piece(before: before, spans: places, missing: missing))
          }
        }
      }
      core.progressiveSpans[columns] = WeakSpans(spans: spans)
      return spans
    }
  }
}
