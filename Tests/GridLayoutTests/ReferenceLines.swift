import GridLayout

/// A grid of lines that differ in length, laid out by loops over all of its content: slow and obvious.
///
/// It takes the tracks as they are resolved; those have tests of their own.
struct ReferenceLines {
  struct Band {
    var kind: WindowLine.Kind
    var section: Int?
    var part: Int
    var line: Int64
    var items: Range<Int64>
    var start: Double
    var length: Double
    var end: Double { start + length }
    var meetsNothing: Bool { length <= 0 }
  }

  var bands: [Band] = []
  var lengths: [Double] = []
  var contentLength = 0.0

  var lines: [Band] { bands.filter { $0.kind == .items } }

  init(_ content: [GridPart], grid: LineGrid, spacing asked: Double?) {
    let perLine = grid.tracks.count
    let isVertical = grid.axis == .vertical
    var line: Int64 = 0
    var part = 0
    var section = 0
    var loose: [Double] = []

    func append(_ kind: WindowLine.Kind, _ length: Double, _ number: Int?, items: Range<Int64>) {
      bands.append(
        Band(kind: kind, section: number, part: part, line: line, items: items, start: 0, length: length))
    }
    func appendLines(_ all: [Double], _ number: Int?) {
      for first in stride(from: 0, to: all.count, by: perLine) {
        let these = all[first..<min(first + perLine, all.count)]
        let start = Int64(lengths.count)
        lengths += these
        append(.items, these.max()!, number, items: start..<start + Int64(these.count))
        line += 1
      }
    }
    func closeLoose() {
      appendLines(loose, nil)
      loose = []
      part += 1
    }
    for element in content where perLine > 0 {
      switch element {
      case .run(let run): loose += ReferenceLines.lengths(of: run)
      case .section(let content):
        closeLoose()
        let here = Int64(lengths.count)
        if let header = content.header { append(.header, header, section, items: here..<here) }
        appendLines(content.runs.flatMap(ReferenceLines.lengths), section)
        let end = Int64(lengths.count)
        if let footer = content.footer { append(.footer, footer, section, items: end..<end) }
        section += 1
        part += 1
      }
    }
    if perLine > 0 { closeLoose() }

    var spacing = asked ?? 8
    if spacing < 0, bands.contains(where: { $0.length + spacing <= 0 }) { spacing = 0 }
    var start = isVertical ? grid.insets.top : grid.insets.leading
    var end = start
    for i in bands.indices {
      bands[i].start = start
      end = start + bands[i].length
      start = end + spacing
    }
    contentLength = max(end + (isVertical ? grid.insets.bottom : grid.insets.trailing), 0)
  }

  static func lengths(of run: GridRun) -> [Double] {
    switch run {
    case .uniform(let count, let length): Array(repeating: length, count: Int(count))
    case .lengths(let lengths): lengths
    }
  }

  func frame(of index: Int64, _ grid: LineGrid) -> Rect {
    let band = lines.first { $0.items.contains(index) }!
    let track = grid.tracks[Int(index - band.items.lowerBound)]
    return place(
      band.start, band.length, track.offset + (grid.axis == .vertical ? grid.insets.leading : grid.insets.top),
      track.length, grid)
  }

  func frame(_ kind: WindowLine.Kind, _ section: Int, _ grid: LineGrid) -> Rect? {
    guard let band = bands.first(where: { $0.kind == kind && $0.section == section }) else { return nil }
    let before = grid.axis == .vertical ? grid.insets.leading : grid.insets.top
    return place(band.start, band.length, before, grid.tracks.reportedLength, grid)
  }

  private func place(_ start: Double, _ length: Double, _ cross: Double, _ across: Double, _ grid: LineGrid) -> Rect {
    var frame =
      grid.axis == .vertical
      ? Rect(x: cross, y: start, width: across, height: length)
      : Rect(x: start, y: cross, width: length, height: across)
    if grid.layoutDirection == .rightToLeft { frame.origin.x = grid.contentSize.width - frame.minX - frame.width }
    return frame
  }

  func lines(from start: Double, to end: Double) -> Range<Int64> {
    let all = lines.filter { !$0.meetsNothing && start < end && $0.start < end && $0.end > start }
    guard let first = all.first, let last = all.last else { return 0..<0 }
    return first.line..<last.line + 1
  }

  func line(at offset: Double) -> Int64? {
    (lines.last { $0.start <= offset } ?? lines.first)?.line
  }

  func index(at point: Point, _ grid: LineGrid) -> Int64? {
    lengths.indices.map(Int64.init).last { frame(of: $0, grid).contains(point) }
  }

  func window(_ interval: VisibleInterval, _ pinned: PinnedViews) -> [WindowLine] {
    var all: [WindowLine] = []
    for band in bands {
      func section() -> [Band] { bands.filter { $0.part == band.part } }
      var drawn = band.start
      if band.kind == .header, pinned.contains(.sectionHeaders) {
        let end = section().last { $0.kind != .footer }!.end
        drawn = min(max(band.start, interval.start + interval.insetStart), end - band.length)
      }
      if band.kind == .footer, pinned.contains(.sectionFooters) {
        let start = section().first { $0.kind != .header }!.start
        drawn = max(min(band.start, interval.end - interval.insetEnd - band.length), start)
      }
      guard band.length > 0, interval.start < interval.end, drawn < interval.end, drawn + band.length > interval.start
      else { continue }
      all.append(
        WindowLine(
          kind: band.kind, section: band.section, line: band.line, items: band.items, start: drawn,
          naturalStart: band.start, length: band.length))
    }
    return all
  }
}
