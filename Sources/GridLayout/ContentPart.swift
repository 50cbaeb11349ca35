/// A run of items with numbers that were checked.
struct ContentRun: Hashable, Sendable {
  /// The lengths of the items, one by one; empty where all are of one length.
  var lengths: [Double]
  /// The length of every item of a run without `lengths`.
  var length: Double
  /// How many items there are; never none.
  var count: Int64

  init(_ lengths: [Double]) {
    self.lengths = lengths
    length = 0
    count = Int64(lengths.count)
  }

  init(count: Int64, length: Double) {
    lengths = []
    self.length = length
    self.count = count
  }

  var isUniform: Bool { lengths.isEmpty }

  /// The length of one of its items.
  subscript(offset: Int64) -> Double { isUniform ? length : lengths[Int(offset)] }
}

/// Loose items that flow on in one another's lines, or a section.
struct ContentPart: Hashable, Sendable {
  /// The number of the section among all; nil for loose items.
  var section: Int?
  var header: Double?
  var footer: Double?
  var runs: [ContentRun] = []

  /// How many items there are.
  ///
  /// - Complexity: O(*r*), where *r* is the number of runs.
  var count: Int64 { runs.reduce(0) { $0 + $1.count } }
}

extension LineCheck {
  /// The most items that a grid may have: sums of such numbers do not overflow.
  static let mostItems: Int64 = 1 << 60

  /// Takes content apart into loose items and sections whose numbers can be computed with.
  mutating func parts(_ content: [GridPart]) -> [ContentPart] {
    var parts: [ContentPart] = []
    var sections = 0
    var left = LineCheck.mostItems
    for part in content {
      switch part {
      case .run(let run):
        if parts.isEmpty || parts[parts.count - 1].section != nil { parts.append(ContentPart()) }
        if let run = self.run(run, &left) { parts[parts.count - 1].runs.append(run) }
      case .section(let section):
        var part = ContentPart(section: sections)
        part.header = section.header.map { length($0) }
        part.footer = section.footer.map { length($0) }
        for run in section.runs {
          if let run = self.run(run, &left) { part.runs.append(run) }
        }
        parts.append(part)
        sections += 1
      }
    }
    return parts
  }

  /// Returns a run that can be computed with, or nil where it has no items.
  ///
  /// - Parameter left: How many items more there may be.
  mutating func run(_ run: GridRun, _ left: inout Int64) -> ContentRun? {
    switch run {
    case .uniform(let asked, let each):
      let length = length(each)
      if asked < 0 { say(.negativeCount) }
      if asked > left { say(.countTooLarge) }
      let count = min(max(asked, 0), left)
      left -= count
      return count == 0 ? nil : ContentRun(count: count, length: length)
    case .lengths(let lengths):
      if Int64(lengths.count) > left { say(.countTooLarge) }
      var lengths = Int64(lengths.count) > left ? Array(lengths[..<Int(left)]) : lengths
      left -= Int64(lengths.count)
      // The array is shared with the caller unless a number of it must be replaced. NaN fails the comparison.
      var isSound = true
      for length in lengths where !(length >= 0 && length <= longest) { isSound = false }
      if !isSound {
        for i in lengths.indices { lengths[i] = length(lengths[i]) }
      }
      return lengths.isEmpty ? nil : ContentRun(lengths)
    }
  }
}
