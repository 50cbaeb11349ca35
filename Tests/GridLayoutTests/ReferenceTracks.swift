import GridLayout

/// Tracks by the rules as they are told, item for item: slow, and counting where the real ones divide.
struct ReferenceTracks {
  var offsets: [Double] = []
  var lengths: [Double] = []
  var items: [Int] = []
  var content = 0.0
  var reported = 0.0

  init(_ list: [GridItem], width: Double, fraction: Double, passes: Int) {
    var width = width
    for _ in 0..<passes {
      (offsets, lengths, items, content) = ([], [], [], 0)
      pass(list, width)
      if content < width { offsets = offsets.map { $0 + (width - content) * fraction } }
      if reported == 0 { reported = max(width, content) }
      width = reported
    }
  }

  private mutating func pass(_ list: [GridItem], _ width: Double) {
    var rest = width
    var waiting = 0
    for i in list.indices {
      if i + 1 < list.count { rest -= list[i].spacing ?? 8 }
      if case .fixed(let length) = list[i].size { rest -= length } else { waiting += 1 }
    }
    var position = 0.0
    for i in list.indices {
      let gap = list[i].spacing ?? 8
      let share = max(rest, 0) / Double(max(waiting, 1))
      var each: Double
      var count = 1
      switch list[i].size {
      case .fixed(let length): each = length
      case .flexible(let minimum, let maximum): each = max(minimum, min(maximum, share))
      case .adaptive(let minimum, let maximum):
        // One more, as long as the minimum would fit that often with a gap between any two.
        while Double(count + 1) * minimum + Double(count) * gap <= share { count += 1 }
        each = min((share - Double(count - 1) * gap) / Double(count), maximum)
      }
      for n in 0..<count {
        if n > 0 { position += gap }
        offsets.append(position)
        lengths.append(each)
        items.append(i)
        position += each
      }
      if case .fixed = list[i].size {
      } else {
        rest -= Double(count) * each + Double(count - 1) * gap
        waiting -= 1
      }
      content = position
      position += gap
    }
  }
}
