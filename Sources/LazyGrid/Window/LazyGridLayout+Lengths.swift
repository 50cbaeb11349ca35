internal import GridStore

/// How far is read what columns of lists say: lengths, or spans and starts.
public struct ColumnsKnown: Hashable, Sendable {
  /// Of how many items it is known in the present state of the database.
  public var known: Int
  /// How many there are.
  public var count: Int
  /// Whether that is all: windows are exact then, as far as columns are concerned.
  public var isThrough: Bool { known == count }

  public init(known: Int, count: Int) {
    self.known = known
    self.count = count
  }
}

/// How far the lengths are read that columns of lists declare.
public typealias LengthsKnown = ColumnsKnown

extension LazyGridLayout {
  /// How far the lengths are read that columns declare by name, in the present
  /// state of the database; begins to read them where nobody has.
  ///
  /// - Throws: As ``window(for:after:)``, and what has made reading fail.
  /// - Complexity: O(*s*) in the number of runs and sections.
  public func lengthProgress() throws -> LengthsKnown {
    var progress = LengthsKnown(known: 0, count: 0)
    for column in try columnLengths() {
      progress.known += column.known
      progress.count += column.count
    }
    return progress
  }

  /// Waits until all lengths that columns declare are known of one state of the database: windows of it are exact.
  ///
  ///     try await grid.waitForLengths()
  ///     try grid.window(for: scroll).certainty   // exact, unless another program has committed since
  ///
  /// A program that commits while they are read has them read anew, and is waited for. Cancelling the task ends the
  /// waiting, not the reading.
  ///
  /// - Throws: What has made reading fail; `CancellationError`.
  public func waitForLengths() async throws {
    while true {
      let left = try await columnLengthsInBackground().filter { $0.known < $0.count || !$0.isThrough }
      if left.isEmpty { return }
      for column in left { try await column.lengths.finish() }
    }
  }

  /// The same on the caller's thread; not to be called in a `read` of the list, which would keep it waiting for ever.
  public func waitForLengths() throws {
    while true {
      let left = try columnLengths().filter { $0.known < $0.count || !$0.isThrough }
      if left.isEmpty { return }
      for column in left { column.lengths.finish() }
    }
  }

  private func columnLengths() throws -> [ReadColumn] {
    try inOneRead { state in
      var found = ReadColumns(generation: state?.generation)
      try found.add(content.parts)
      content.lengths.hold(found.columns.map(\.lengths))
      return found.columns
    }
  }

  private func columnLengthsInBackground() async throws -> [ReadColumn] {
    guard let list = content.lists.first else { return try columnLengths() }
    return try await list.answerInBackground { _ in try columnLengths() }
  }
}

/// One column of one list.
private struct ReadColumn: Sendable {
  let rows: ObjectIdentifier
  let name: String
  let lengths: ProgressiveLengths
  let known: Int
  let count: Int
  let isThrough: Bool
}

/// The columns that content takes lengths from.
private struct ReadColumns {
  let generation: Generation?
  var columns: [ReadColumn] = []

  mutating func add<Item>(_ parts: [AnyGridContent<Item>.Part]) throws {
    for part in parts {
      switch part {
      case .run(let run): try add(run)
      case .section(let section): try add(section.parts)
      case .deferred(let content): try add(try content().parts)
      }
    }
  }

  private mutating func add<Item>(_ run: ItemRun<Item>) throws {
    guard case .all(let length) = run.length, case .column(let name, _) = length.kind,
      case .list(let list, _) = run.source, let generation,
      !columns.contains(where: { $0.rows == list.rowsIdentity && $0.name == name })
    else { return }
    let lengths = try list.progressiveLengths(of: name)
    let known = try lengths.known(in: generation)
    columns.append(
      ReadColumn(
        rows: list.rowsIdentity, name: name, lengths: lengths, known: known.count, count: try list.count.value,
        isThrough: known.isThrough))
  }
}
