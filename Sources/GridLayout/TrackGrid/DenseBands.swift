/// The lines of a dense grid that have room, as bands of lines whose free tracks are the same.
///
/// Bands are linked in the order of their lines, and full ones leave the list, so two that do not touch have only full
/// lines between them. The lines of anchored items come in as they are needed; after the last of them comes a band
/// without an end.
struct DenseBands: Sendable {
  /// The lines of each band, and the numbers of its neighbours; -1 is none.
  struct Band: Sendable {
    var start: Int64
    var end: Int64
    var previous: Int32
    var next: Int32
  }

  let tracks: Int
  let words: Int
  var bands: [Band] = []
  /// The free tracks of the bands, so many words each.
  var masks: [UInt64] = []
  var unused: [Int32] = []
  var head: Int32 = -1
  var tail: Int32 = -1
  /// The free tracks that bands in sight have in common.
  var common: [UInt64]

  /// The band before whose start nothing of a shape fits, by the number of the shape; -1 if none was placed yet.
  var hints: [Int32]

  /// Where the sweep over anchored items stands, and what is free there.
  private(set) var sweepLine: Int64 = 0
  private var sweepMask: [UInt64]
  private var nextStart = 0
  private var nextEnd = 0
  private var byEnd: [Int32]
  private(set) var isSwept = false

  /// How many bands were looked at, so that tests can hold the cost to account.
  var steps: Int64 = 0

  init(_ contents: GridContents) {
    tracks = contents.tracks
    words = (tracks + 63) / 64
    common = Array(repeating: 0, count: words)
    sweepMask = Array(repeating: 0, count: words)
    sweepMask.setRun(0..<tracks, to: true, from: 0)
    hints = Array(repeating: -1, count: contents.shapes.list.count)
    byEnd = contents.anchored.positions { $0.end }
  }

  /// How large a checkpoint can be.
  var weight: Int { bands.count + hints.count / 4 }

  /// The line from which on all are free, unless items with places of their own take some up.
  var end: Int64 { tail < 0 ? 0 : bands[Int(tail)].start }

  /// The first line that has room; all before are full.
  mutating func firstOpenLine(_ contents: GridContents) -> Int64 {
    if head < 0 { grow(contents) }
    return bands[Int(head)].start
  }

  // MARK: The list

  func mask(_ band: Int32) -> Int { Int(band) * words }

  /// Makes a band with the free tracks of another set, and links it behind a band; -1 is before all.
  mutating func link(_ start: Int64, _ end: Int64, after previous: Int32) -> Int32 {
    let next = previous < 0 ? head : bands[Int(previous)].next
    let band: Int32
    if let old = unused.popLast() {
      band = old
      bands[Int(band)] = Band(start: start, end: end, previous: previous, next: next)
    } else {
      band = Int32(bands.count)
      bands.append(Band(start: start, end: end, previous: previous, next: next))
      for _ in 0..<words { masks.append(0) }
    }
    if previous < 0 { head = band } else { bands[Int(previous)].next = band }
    if next < 0 { tail = band } else { bands[Int(next)].previous = band }
    return band
  }

  /// Takes a band out of the list; what was known of it is then known of another.
  mutating func unlink(_ band: Int32, hintsTo other: Int32) {
    let (previous, next) = (bands[Int(band)].previous, bands[Int(band)].next)
    if previous < 0 { head = next } else { bands[Int(previous)].next = next }
    if next < 0 { tail = previous } else { bands[Int(next)].previous = previous }
    for shape in hints.indices where hints[shape] == band { hints[shape] = other }
    unused.append(band)
  }

  /// Takes a full band out. There is always one behind it, if need be one that comes in now.
  mutating func drop(_ band: Int32, _ contents: GridContents) {
    if band == tail { grow(contents) }
    unlink(band, hintsTo: bands[Int(band)].next)
  }

  /// The band behind one; nil behind the one without an end.
  mutating func band(after band: Int32, _ contents: GridContents) -> Int32? {
    if band == tail { grow(contents) }
    let next = bands[Int(band)].next
    return next < 0 ? nil : next
  }

  /// Brings in the next band that is not full.
  mutating func grow(_ contents: GridContents) {
    let anchored = contents.anchored
    while !isSwept {
      while nextEnd < byEnd.count, anchored.items[Int(byEnd[nextEnd])].area.end == sweepLine {
        sweep(anchored.items[Int(byEnd[nextEnd])].area, isFree: true)
        nextEnd += 1
      }
      while nextStart < byEnd.count, anchored.items[Int(anchored.byLine[nextStart])].area.line == sweepLine {
        sweep(anchored.items[Int(anchored.byLine[nextStart])].area, isFree: false)
        nextStart += 1
      }
      var event = Int64.max
      if nextEnd < byEnd.count { event = anchored.items[Int(byEnd[nextEnd])].area.end }
      if nextStart < byEnd.count { event = min(event, anchored.items[Int(anchored.byLine[nextStart])].area.line) }
      isSwept = event == .max
      let start = sweepLine
      sweepLine = event
      if !sweepMask.isZero(from: 0, words: words) {
        let band = link(start, event, after: tail)
        for word in 0..<words { masks[mask(band) + word] = sweepMask[word] }
        return
      }
    }
  }

  /// Takes up other anchored items, before the sweep over them is taken up again.
  mutating func knowAnchored(_ contents: GridContents) { byEnd = contents.anchored.positions { $0.end } }

  /// Takes up the sweep at a line that it came to before, or where it would have begun.
  mutating func sweep(to line: Int64, _ contents: GridContents) {
    let anchored = contents.anchored
    sweepLine = line
    isSwept = line == .max
    sweepMask.setRun(0..<tracks, to: true, from: 0)
    guard !anchored.isEmpty else { return }
    nextEnd = byEnd.firstPosition { anchored.items[Int($0)].area.end >= line }
    nextStart = anchored.byLine.firstPosition { anchored.items[Int($0)].area.line >= line }
    // An item that ends there still counts, as its end is yet to come.
    if !isSwept { anchored.forEach(in: line - 1..<line) { sweep($0.area, isFree: false) } }
  }

  private mutating func sweep(_ area: TrackArea, isFree: Bool) {
    sweepMask.setRun(area.track..<area.track + area.width, to: isFree, from: 0)
  }

  /// Cuts a band in two at a line inside it.
  mutating func split(_ band: Int32, at line: Int64) {
    let second = link(line, bands[Int(band)].end, after: band)
    bands[Int(band)].end = line
    for word in 0..<words { masks[mask(second) + word] = masks[mask(band) + word] }
  }

  /// Makes one of two bands that touch and have the same tracks.
  mutating func melt(_ band: Int32, _ next: Int32) {
    guard bands[Int(band)].end == bands[Int(next)].start else { return }
    guard words == 1 ? masks[Int(band)] == masks[Int(next)] : masks.isEqual(mask(band), mask(next), words: words) else {
      return
    }
    bands[Int(band)].end = bands[Int(next)].end
    unlink(next, hintsTo: band)
  }
}
