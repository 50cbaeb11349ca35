extension ImportRequest.Format {
  /// The format that a file's name tells, `.gz` left aside; nil where it tells none.
  package init?(fileName: String) {
    var name = fileName.asciiLowercased
    if name.hasSuffix(".gz") { name.removeLast(3) }
    switch name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? "" {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "deb822", "dsc", "changes", "sources": self = .deb822
    default: return nil
    }
  }

  /// The format that the first bytes of a text look like; csv where they look like nothing else.
  ///
  /// - Parameter beginning: The first 4,096 bytes, or all there are.
  init(beginning: ArraySlice<UInt8>) {
    let text = beginning.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    switch text.first {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"): self = ImportRequest.Format.isObjectALine(text) ? .ndjson : .json
    default:
      // Comments of deb822 come before its first field: "Package: bash".
      let lines = text.split { $0 == 0x0A || $0 == 0x0D }
      let line = lines.first { $0.first != UInt8(ascii: "#") } ?? []
      if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        !line[..<colon].contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }),
        line[(colon + 1)...].first ?? 0x20 == 0x20
      {
        self = .deb822
      } else {
        self = line.contains(0x09) && !line.contains(UInt8(ascii: ",")) ? .tsv : .csv
      }
    }
  }

  /// Whether the first line is an object whole: then the others are, too.
  private static func isObjectALine(_ text: ArraySlice<UInt8>) -> Bool {
    let line = Array(text.prefix { $0 != 0x0A })
    var scanner = JSONScanner()
    do throws(JSONFault) {
      _ = try scanner.skipValue(line.span)
      return true
    } catch {
      // A line that is longer than what can be seen of it.
      return error.isCutShort && line.count == text.count
    }
  }
}

/// Names that no two of are the same to SQLite, which knows no case in them, and none empty; and what was changed.
///
/// An empty name is `column` with its number; of one that was there before, the next ones get `_2`, `_3` and so on.
///
/// - Complexity: O(*n*) on average.
func uniqueNames(_ names: [String]) -> (names: [String], notes: [String]) {
  var taken = Set(names.map(\.asciiLowercased))
  var seen: Set<String> = []
  var unique: [String] = []
  var notes: [String] = []
  for (i, name) in names.enumerated() {
    var chosen = name
    if name.isEmpty {
      chosen = "column\(i + 1)"
    } else if seen.insert(name.asciiLowercased).inserted {
      unique.append(name)
      continue
    }
    let stem = name.isEmpty ? chosen : name
    var number = 2
    if !name.isEmpty { chosen = "\(stem)_2" }
    while !taken.insert(chosen.asciiLowercased).inserted {
      chosen = "\(stem)_\(number)"
      number += 1
    }
    seen.insert(chosen.asciiLowercased)
    unique.append(chosen)
    notes.append(
      name.isEmpty
        ? "column \(i + 1) has no name; it is called \(chosen)"
        : "column \(i + 1) is called \(name) like one before it; here it is \(chosen)")
  }
  return (unique, notes)
}
