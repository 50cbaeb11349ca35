internal import GridStore
internal import LazyGrid

/// A window as a table that a person reads, cut to the terminal's width.
func windowTable(_ window: GridWindow<ItemValues>, seconds: Double?, most: Int = .max) -> String {
  let layout = window.layout
  var lines = [
    "\(window.table) by \(window.order) · \(grouped(window.count.value)) items · "
      + "\(numberText(window.contentSize.width)) × \(numberText(window.contentSize.height)) points",
    "items \(grouped(window.visible.lowerBound)) to \(grouped(max(window.visible.upperBound - 1, window.visible.lowerBound))) at "
      + "offset \(numberText(layout.offset)), \(percentText(layout.fraction))"
      + (window.isClamped ? " (the position is past the end)" : "")
      + (seconds.map { " · read in \(timeText($0))" } ?? ""),
  ]
  for line in window.supplementary {
    let frame = line.frame(in: .viewport)
    let value = line.item.as(Value.self)?.shownText ?? ""
    lines.append(
      "\(line.kind.rawValue) of \(value), \(grouped(line.items.count)) items, at \(numberText(frame.minX)), "
        + numberText(frame.minY) + (line.isPinned ? " (pinned)" : ""))
  }
  let cells = window.cells.prefix(most)
  guard let first = cells.first else {
    return (lines + ["no items"]).joined(separator: "\n")
  }
  var table = TextTable(["index", "x", "y", "width", "height"] + first.item.names, numeric: 5)
  for cell in cells {
    let frame = cell.frame(in: .viewport)
    table.append(
      [
        grouped(cell.index), numberText(frame.minX), numberText(frame.minY), numberText(frame.width),
        numberText(frame.height),
      ] + cell.item.values.map(\.shownText))
  }
  lines += table.lines(width: Terminal.width)
  if cells.count < window.cells.count { lines.append("… and \(window.cells.count - cells.count) cells more") }
  return lines.joined(separator: "\n")
}

func numberText(_ number: Double) -> String {
  let rounded = (number * 100).rounded() / 100
  if rounded == rounded.rounded(), abs(rounded) < 1e15 { return grouped(Int(rounded)) }
  return "\(rounded)"
}

func percentText(_ fraction: Double) -> String { "\((fraction * 1_000_000).rounded() / 10_000)%" }

extension Value {
  /// The value as a person reads it in a table.
  var shownText: String {
    switch self {
    case .null: "–"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

/// Columns of text, each as wide as what is in it, the whole no wider than it may be.
struct TextTable {
  private let titles: [String]
  private var rows: [[String]] = []
  /// How many of the first columns stand to the right.
  private let numeric: Int

  init(_ titles: [String], numeric: Int = 0) {
    self.titles = titles
    self.numeric = numeric
  }

  mutating func append(_ row: [String]) { rows.append(row) }

  func lines(width: Int) -> [String] {
    var widths: [Int] = []
    var used = 0
    for i in titles.indices {
      let widest = ([titles] + rows).map { $0[i].reduce(0) { $0 + columns(of: $1) } }.max() ?? 0
      let next = min(widest, 40)
      // A column that does not fit is cut, and one that nothing is left for goes.
      let room = width - used
      if room < 4 { break }
      widths.append(min(next, room))
      used += next + 2
    }
    return ([titles] + rows).map { row in
      var line = ""
      for (i, width) in widths.enumerated() {
        let cell = fitted(row[i], to: width)
        if i < numeric {
          let bare = cell.reversed().drop { $0 == " " }.reversed()
          line += String(repeating: " ", count: width - bare.count) + String(bare)
        } else {
          line += cell
        }
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
