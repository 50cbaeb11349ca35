/// A name as SQL writes it, quoted whatever it holds.
package func quoted(_ name: String) -> String {
  "\"" + name.replacing("\"", with: "\"\"") + "\""
}

extension StringProtocol {
  /// Lower case in ASCII alone, as SQLite compares names.
  package var asciiLowercased: String {
    String(decoding: utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }, as: UTF8.self)
  }
}

extension Sequence<String> {
  /// The name that somebody most likely meant, or nil where none comes near.
  ///
  /// Near is at most a third of the letters wrong, one the beginning of the other, or letters left out.
  ///
  /// - Complexity: O(*n* · *m*²), where *m* is the length of a name.
  package func nearest(to name: String) -> String? {
    let wanted = Array(name.asciiLowercased)
    var best: (name: String, distance: Int)?
    for candidate in self {
      let letters = Array(candidate.asciiLowercased)
      var distance = editDistance(wanted, letters)
      if wanted.count >= 2, letters.starts(with: wanted) || wanted.starts(with: letters) {
        distance = Swift.min(distance, 1)
      }
      // Letters left out: "dsc" and "idx" are desc and index.
      if wanted.count >= 3, wanted.first == letters.first, wanted.isSubsequence(of: letters) {
        distance = Swift.min(distance, 1)
      }
      if distance < best?.distance ?? .max
        || (distance == best?.distance && wanted.first == letters.first && wanted.first != best?.name.first)
      {
        best = (candidate, distance)
      }
    }
    guard let best, best.distance <= Swift.max(1, wanted.count / 3) else { return nil }
    return best.name
  }
}

extension [Character] {
  /// Whether all of it stands in another, in this order.
  fileprivate func isSubsequence(of other: [Character]) -> Bool {
    var rest = self[...]
    for letter in other where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

/// How many letters must be put in, taken out, changed or swapped with their neighbour.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before: [Int] = []
  var row = Array(0...b.count)
  for i in a.indices {
    var next = [i + 1]
    for j in b.indices {
      var least = Swift.min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = Swift.min(least, before[j - 1] + 1) }
      next.append(least)
    }
    before = row
    row = next
  }
  return row[b.count]
}

/// ", did you mean 'x'?" or the names there are; empty where there are none.
package func hint(_ name: String, among names: [String]) -> String {
  if let nearest = names.nearest(to: name) { return "; the nearest is '\(nearest)'" }
  if names.isEmpty { return "" }
  let shown = names.prefix(12).joined(separator: ", ")
  return "; there are \(shown)\(names.count > 12 ? ", …" : "")"
}
