/// The lines that items with a start take up in each track: intervals that share no line.
///
/// Each track has a search tree, kept level by priorities drawn from the numbers of its nodes (a treap: Seidel and
/// Aragon, *Randomized Search Trees*, 1996), so that intervals may come in any order. A node knows the largest gap
/// below it, which finds room of a height without a walk over what is too low.
struct OccupiedLines: Sendable {
  private struct Node: Sendable {
    var start: Int64
    var end: Int64
    var left: Int32 = -1
    var right: Int32 = -1
    /// The first line, and the line after the last, of all intervals from here down.
    var first: Int64
    var last: Int64
    /// The most free lines between two of them.
    var gap: Int64 = 0
  }

  private var nodes: [Node] = []
  private var roots: [Int32]

  init(tracks: Int) { roots = Array(repeating: -1, count: tracks) }

  var isEmpty: Bool { nodes.isEmpty }

  /// Adds free lines of a track to the occupied ones.
  ///
  /// - Complexity: O(log *n*), expected.
  mutating func insert(_ start: Int64, _ end: Int64, track: Int) {
    nodes.append(Node(start: start, end: end, first: start, last: end))
    roots[track] = inserting(Int32(nodes.count - 1), below: roots[track])
  }

  private mutating func inserting(_ new: Int32, below node: Int32) -> Int32 {
    guard node >= 0 else { return new }
    if nodes[Int(new)].start < nodes[Int(node)].start {
      let child = inserting(new, below: nodes[Int(node)].left)
      if priority(child) > priority(node) {
        nodes[Int(node)].left = nodes[Int(child)].right
        nodes[Int(child)].right = node
        summarize(node)
        summarize(child)
        return child
      }
      nodes[Int(node)].left = child
    } else {
      let child = inserting(new, below: nodes[Int(node)].right)
      if priority(child) > priority(node) {
        nodes[Int(node)].right = nodes[Int(child)].left
        nodes[Int(child)].left = node
        summarize(node)
        summarize(child)
        return child
      }
      nodes[Int(node)].right = child
    }
    summarize(node)
    return node
  }

  /// A number that looks drawn by chance, always the same for a node: the finalizer of MurmurHash3.
  private func priority(_ node: Int32) -> UInt32 {
    var bits = UInt32(node) &+ 1
    bits = (bits ^ (bits >> 16)) &* 0x85eb_ca6b
    bits = (bits ^ (bits >> 13)) &* 0xc2b2_ae35
    return bits ^ (bits >> 16)
  }

  private mutating func summarize(_ node: Int32) {
    var here = nodes[Int(node)]
    (here.first, here.last, here.gap) = (here.start, here.end, 0)
    if here.left >= 0 {
      let left = nodes[Int(here.left)]
      here.first = left.first
      here.gap = max(left.gap, here.start - left.last)
    }
    if here.right >= 0 {
      let right = nodes[Int(here.right)]
      here.last = right.last
      here.gap = max(here.gap, max(right.gap, right.first - here.end))
    }
    nodes[Int(node)] = here
  }

  /// Returns the first interval of a track that ends after a line; nil where there is none.
  ///
  /// - Complexity: O(log *n*), expected.
  func next(after line: Int64, track: Int) -> (start: Int64, end: Int64)? {
    var node = roots[track]
    var found: (start: Int64, end: Int64)?
    while node >= 0 {
      let here = nodes[Int(node)]
      if here.end > line { found = (here.start, here.end) }
      node = here.end > line ? here.left : here.right
    }
    return found
  }

  /// Returns whether lines of a track are free.
  func isFree(_ start: Int64, _ end: Int64, track: Int) -> Bool {
    guard let next = next(after: start, track: track) else { return true }
    return next.start >= end
  }

  /// Returns the first line, from one on, with so many free lines of a track.
  ///
  /// - Complexity: O(log *n*), expected.
  func firstGap(of height: Int64, from line: Int64, track: Int) -> Int64 {
    var candidate = line
    _ = findGap(of: height, &candidate, below: roots[track])
    return candidate
  }

  /// Raises a line over the intervals below a node until there is room before one of them.
  private func findGap(of height: Int64, _ line: inout Int64, below node: Int32) -> Bool {
    guard node >= 0 else { return false }
    let here = nodes[Int(node)]
    if here.last <= line { return false }
    if here.first - line >= height { return true }
    if here.gap < height {
      line = here.last
      return false
    }
    if findGap(of: height, &line, below: here.left) { return true }
    if here.start - line >= height { return true }
    line = max(line, here.end)
    return findGap(of: height, &line, below: here.right)
  }
}
