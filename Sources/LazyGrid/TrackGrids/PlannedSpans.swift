internal import GridLayout
internal import GridStore

/// Columns that spans and starts come from, and what was known of them when items were placed.
struct PlannedSpans: Sendable {
  let rows: ObjectIdentifier
  let columns: SpanColumns
  /// Held for as long as the items are kept, so that reading goes on.
  let spans: ProgressiveSpans
  let known: KnownSpans
  /// How many items the list has.
  let count: Int
  /// Which items of the grid have their spans from it.
  var runs: [PlannedColumn.Run]

  /// Whether so much has come in since that it is worth to place items again: all that was missing, or a quarter of what
  /// there was, so that all placements together cost a few times as much as the last one.
  func isWorthMaking(in generation: Generation?) -> Bool {
    guard let generation else { return false }
    let now = spans.progress(in: generation)
    if now.isThrough { return !known.isThrough }
    return now.count > known.count && (now.count - known.count) >= known.count / 4
  }

  /// Whether it is known what an item says, if it is of this list.
  func isKnown(_ index: Int) -> Bool {
    known.isThrough
      || runs.allSatisfy { !($0.start..<$0.end).contains(index) || $0.first + index - $0.start < known.count }
  }

  /// What is known that items of the grid say, those that say something alone, by their index in the grid.
  var declared: [DeclaredItem] {
    runs.flatMap { run in
      known.spans(in: run.first..<run.first + run.end - run.start).map { span in
        let says = span.columnStart != nil || span.rowStart != nil
        return DeclaredItem(
          index: Int64(span.index - run.first + run.start),
          span: GridSpan(column: span.columnSpan, row: span.rowSpan),
          start: says ? GridStart(column: span.columnStart, row: span.rowStart) : nil)
      }
    }
  }
}

extension TrackItems {
  /// The items that are not plain, in the order of their indexes where all come from columns.
  ///
  /// - Complexity: O(*d*) in the number of those. They are not kept, since the placement keeps them in its own way.
  var declared: [DeclaredItem] {
    guard !columns.isEmpty else { return said }
    let found = columns.flatMap(\.declared)
    if said.isEmpty { return found }
    // What is said beside the list goes for what its columns say.
    let known = Set(said.map(\.index))
    return said + found.filter { !known.contains($0.index) }
  }

  /// Whether nothing has become known that it is worth to place items anew for.
  func isCurrent(in generation: Generation?) -> Bool {
    !columns.contains { $0.isWorthMaking(in: generation) }
      && !lengthColumns.contains { $0.isWorthMaking(in: generation) }
  }

  /// Whether it is known what columns say of an item.
  func isKnown(_ index: Int) -> Bool { columns.allSatisfy { $0.isKnown(index) } }
}
