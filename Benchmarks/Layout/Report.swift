/// One figure at one size, and what it may be.
struct Figure {
  var what: String
  var items: Int64
  var measured: Double
  var unit: String
  /// The most that it may be; nil where it only informs.
  var bar: Double?
  /// How many times the bar counts as noise: times on a shared machine vary, and counts repeat exactly.
  var slack = 1.0

  var isOver: Bool {
    guard let bar else { return false }
    // What can't be counted here, NaN, is over no bar.
    return measured > bar * slack
  }
}

/// The table of figures: printed as they come, and remembered if one is over its bar.
struct Report {
  private(set) var isOver = false

  static var heading: String { line("what", "items", "measured", "bar", "") }

  mutating func add(_ figure: Figure) {
    isOver = isOver || figure.isOver
    print(
      Report.line(
        figure.what, Report.power(figure.items), "\(Report.text(figure.measured)) \(figure.unit)",
        figure.bar.map { "\(Report.text($0)) \(figure.unit)" } ?? "", figure.isOver ? "over" : ""))
  }

  /// A time, in nanoseconds for the unit `ns` and so on.
  mutating func time(_ what: String, _ items: Int64, _ measured: Double, _ unit: String, bar: Double?) {
    add(Figure(what: what, items: items, measured: measured, unit: unit, bar: bar, slack: 3))
  }

  mutating func count(_ what: String, _ items: Int64, _ measured: Double, _ unit: String, bar: Double?) {
    add(Figure(what: what, items: items, measured: measured, unit: unit, bar: bar))
  }

  private static func line(_ what: String, _ items: String, _ measured: String, _ bar: String, _ mark: String) -> String
  {
    let text =
      what + pad(what, 58) + pad(items, 5) + items + pad(measured, 20) + measured + pad(bar, 20) + bar + "  " + mark
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0))
  }

  /// Three digits that count, or all of those before the point.
  static func text(_ number: Double) -> String {
    guard number.isFinite, number != 0 else { return number == 0 ? "0" : "\(number)" }
    let scale = number.magnitude >= 100 ? 1.0 : number.magnitude >= 10 ? 10 : number.magnitude >= 1 ? 100 : 1000
    let rounded = (number * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
  }

  private static func power(_ items: Int64) -> String {
    var (left, zeros) = (items, 0)
    while left > 1, left % 10 == 0 { (left, zeros) = (left / 10, zeros + 1) }
    return left == 1 ? "1e\(zeros)" : "\(items)"
  }
}
