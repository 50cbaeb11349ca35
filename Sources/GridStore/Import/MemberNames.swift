/// The names that fields of rows have had, in the order in which they came up; each is a column.
package struct MemberNames: Sendable {
  package private(set) var names: [String] = []
  private var bytes: [[UInt8]] = []
  private var columns: [[UInt8]: Int] = [:]
  /// The column that came after a column the last time: rows mostly have the same fields in the same order.
  private var next: [Int] = [0]
  private let ignoresCase: Bool

  package init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// The column of a name, a new one where there is none.
  ///
  /// - Parameter previous: The column of the field before, or -1.
  mutating func column(_ name: Span<UInt8>, after previous: Int) -> Int {
    let likely = next[previous + 1]
    if likely < bytes.count, isEqual(bytes[likely], name) { return likely }
    var spelled: [UInt8] = []
    for at in name.indices { spelled.append(name[at]) }
    let key = ignoresCase ? spelled.map { 65...90 ~= $0 ? $0 + 32 : $0 } : spelled
    let column = columns[key] ?? names.count
    if column == names.count {
      names.append(String(decoding: spelled, as: UTF8.self))
      bytes.append(spelled)
      columns[key] = column
      next.append(column + 1)
    }
    next[previous + 1] = column
    return column
  }

  private func isEqual(_ a: [UInt8], _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    for at in a.indices where a[at] != b[at] { return false }
    return true
  }
}
