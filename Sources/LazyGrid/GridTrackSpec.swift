internal import GridLayout
internal import GridStore

/// Reads the tracks of a track grid as the command line writes them: `1fr,150pt,fit`, `2*1fr,fit`, `4`.
///
/// The twins `fr(1)`, `fr=1`, `pt(150)`, `pt=150` and `2x1fr` mean the same; `fr` alone is one part.
///
/// - Throws: ``LayoutError`` that names the track and the nearest right form.
package func gridTracks(parsing spec: String) throws(LayoutError) -> [GridTrack] {
  let text = spec.filter { $0 != " " }
  if let count = Int(text) {
    guard 1...Tracks.limit ~= count else {
      throw LayoutError("'\(spec)' tracks cannot be; there may be 1 to \(Tracks.limit)")
    }
    return [GridTrack](count: count)
  }
  if text.isEmpty { throw LayoutError("the tracks are empty; write for example 1fr,150pt") }
  var tracks: [GridTrack] = []
  for part in text.split(separator: ",", omittingEmptySubsequences: false) {
    let (count, rest) = try repetition(part)
    tracks += Array(repeating: try gridTrack(rest, part), count: count)
    guard tracks.count <= Tracks.limit else { throw LayoutError("'\(spec)' has more than \(Tracks.limit) tracks") }
  }
  let parts = tracks.compactMap { if case .fr(let parts) = $0 { parts } else { nil } }
  if !parts.isEmpty, parts.allSatisfy({ $0 == 0 }) {
    throw LayoutError("all parts in '\(spec)' are zero, so these tracks have no length; write for example 1fr")
  }
  return tracks
}

/// `2*` or `2x` before a track, and the track.
func repetition(_ part: Substring) throws(LayoutError) -> (count: Int, rest: Substring) {
  let digits = part.prefix { $0.isASCII && $0.isNumber }
  guard !digits.isEmpty, let mark = part.dropFirst(digits.count).first, mark == "*" || mark == "x" else {
    return (1, part)
  }
  guard let number = Int(digits), 1...Tracks.limit ~= number else {
    throw LayoutError("'\(part)' repeats a track \(digits) times; 1 to \(Tracks.limit) can be")
  }
  return (number, part.dropFirst(digits.count + 1))
}

private func gridTrack(_ text: Substring, _ part: Substring) throws(LayoutError) -> GridTrack {
  let lowercased = text.asciiLowercased
  if lowercased == "fit" { return .fit }
  if lowercased == "fr" { return .fr(1) }
  let name: String
  let number: Substring
  if let last = ["fr", "pt"].first(where: lowercased.hasSuffix) {
    (name, number) = (last, text.dropLast(2))
  } else if let first = ["fr", "pt"].first(where: lowercased.hasPrefix), text.dropFirst(2).first == "=" {
    (name, number) = (first, text.dropFirst(3))
  } else if let first = ["fr", "pt"].first(where: lowercased.hasPrefix), text.dropFirst(2).first == "(",
    text.last == ")"
  {
    (name, number) = (first, text.dropFirst(3).dropLast())
  } else {
    throw LayoutError("'\(part)' is no track; \(nearestTrack(text))")
  }
  guard let value = Double(number), value.isFinite, value >= 0 else {
    throw LayoutError("'\(number)' in '\(part)' is no length; write a number, zero or above, like 1\(name)")
  }
  return name == "fr" ? .fr(value) : .pt(value)
}

private func nearestTrack(_ text: Substring) -> String {
  if let number = Double(text), number.isFinite, number >= 0 {
    return "write \(text)fr for parts or \(text)pt for points"
  }
  let number = text.prefix { $0.isNumber || $0 == "." }
  let word = text.dropFirst(number.count).prefix { $0.isLetter }
  let names = ["fr": "fr", "pt": "pt", "px": "pt", "points": "pt", "fit": "fit", "auto": "fit"]
  guard let nearest = names.keys.sorted().nearest(to: String(word)), let name = names[nearest] else {
    return "write 1fr, 150pt or fit"
  }
  return "the nearest is " + (name == "fit" ? name : (number.isEmpty ? "1" : number) + name)
}
