/// Numbers of the first items of a grid, as they were told all at once.
///
/// They stand in pieces of the array that they came in, so that an edit divides pieces and copies none, and a number that
/// changes copies the few around it.
struct ToldNumbers: Sendable {
  private struct Piece: Sendable {
    /// The index of the first of its items.
    var start: Int64
    var count: Int64
    /// Nil where nothing is told.
    var numbers: ArraySlice<Double>?

    var end: Int64 { start + count }

    subscript(index: Int64) -> Double {
      guard let numbers else { return .nan }
      return numbers[numbers.startIndex + Int(index - start)]
    }

    func part(_ range: Range<Int64>) -> Piece {
      let part = range.clamped(to: start..<end)
      let numbers = numbers.map {
        $0.dropFirst(Int(part.lowerBound - start)).prefix(Int(part.upperBound - part.lowerBound))
      }
      return Piece(start: part.lowerBound, count: part.upperBound - part.lowerBound, numbers: numbers)
    }

    var known: Int64 { numbers?.reduce(0) { $0 + ($1.isNaN ? 0 : 1) } ?? 0 }
  }

  private var pieces: [Piece] = []
  /// How many items something is told of, or of a later one.
  private(set) var count: Int64 = 0
  /// How many of the numbers are known.
  private(set) var known: Int64 = 0

  private static let perCopy: Int64 = 512

  init() {}

  /// - Parameter numbers: NaN where nothing is told.
  init(_ numbers: [Double]) {
    guard !numbers.isEmpty else { return }
    count = Int64(numbers.count)
    pieces = [Piece(start: 0, count: count, numbers: numbers[...])]
    known = pieces[0].known
  }

  var isEmpty: Bool { count == 0 }

  private func piece(of index: Int64) -> Int {
    pieces.count == 1 ? 0 : pieces.firstPosition { $0.start > index } - 1
  }

  /// The number of an item; NaN where nothing is told.
  ///
  /// - Complexity: O(log *p*) in the number of pieces; to change one of many, O(*p*).
  subscript(index: Int64) -> Double {
    get { index >= 0 && index < count ? pieces[piece(of: index)][index] : .nan }
    set {
      guard index >= 0, index < count else { return }
      var place = piece(of: index)
      let old = pieces[place][index]
      known += (newValue.isNaN ? 0 : 1) - (old.isNaN ? 0 : 1)
      if pieces[place].numbers == nil, newValue.isNaN { return }
      if pieces[place].numbers == nil || pieces[place].count > 2 * ToldNumbers.perCopy {
        let first = pieces[place].start + (index - pieces[place].start) / ToldNumbers.perCopy * ToldNumbers.perCopy
        place = divide(at: first)
        if pieces[place].count > ToldNumbers.perCopy { _ = divide(at: first + ToldNumbers.perCopy) }
        let own = pieces[place].numbers.map { Array($0) } ?? Array(repeating: .nan, count: Int(pieces[place].count))
        pieces[place].numbers = own[...]
      }
      let start = pieces[place].start
      if let from = pieces[place].numbers?.startIndex { pieces[place].numbers?[from + Int(index - start)] = newValue }
    }
  }

  /// Makes a piece start at an item, and returns its position.
  private mutating func divide(at index: Int64) -> Int {
    guard index < count else { return pieces.count }
    let place = piece(of: index)
    guard pieces[place].start < index else { return place }
    let whole = pieces[place]
    pieces[place] = whole.part(whole.start..<index)
    pieces.insert(whole.part(index..<whole.end), at: place + 1)
    return place + 1
  }

  /// Makes numbers known of as many items at least.
  mutating func extend(to end: Int64) {
    guard end > count else { return }
    pieces.append(Piece(start: count, count: end - count, numbers: nil))
    count = end
  }

  /// Puts a number of items of which nothing is told in the place of some; those behind keep their numbers.
  ///
  /// - Complexity: O(*p*) in the number of pieces, and O(*r*) in that of removed items.
  mutating func replace(_ range: Range<Int64>, by added: Int64) {
    guard range.lowerBound < count else { return }
    let first = divide(at: range.lowerBound)
    let last = divide(at: range.upperBound)
    for piece in pieces[first..<last] {
      known -= piece.known
      count -= piece.count
    }
    pieces.removeSubrange(first..<last)
    if added > 0 { pieces.insert(Piece(start: range.lowerBound, count: added, numbers: nil), at: first) }
    count += added
    var start = range.lowerBound
    for place in first..<pieces.count {
      pieces[place].start = start
      start += pieces[place].count
    }
  }

  /// Calls a function with each known number of a range, in their order.
  func visit(_ range: Range<Int64>, _ body: (Int64, Double) -> Void) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    for piece in pieces[piece(of: range.lowerBound)...] {
      guard piece.start < range.upperBound else { return }
      guard let numbers = piece.part(range).numbers else { continue }
      var index = max(piece.start, range.lowerBound)
      for number in numbers {
        if !number.isNaN { body(index, number) }
        index += 1
      }
    }
  }
}
