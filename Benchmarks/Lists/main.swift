internal import Foundation
internal import GridStore

// Sections, counts and frozen keys of a large table, each beside the plain SQL that gives the same.
//
//     swift run -c release lists-benchmark [ROWS] [FOLDER]
//
// A table of its own, 300 values of a group, read once before. Times are medians of one run; only their ratios say much.

let rows = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let given = CommandLine.arguments.dropFirst(2).first
let folder =
  given.map { URL(filePath: $0) }
  ?? FileManager.default.temporaryDirectory.appending(path: "lists-benchmark-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { if given == nil { try? FileManager.default.removeItem(at: folder) } }
let path = folder.appending(path: "lists-\(rows).db").path
if !FileManager.default.fileExists(atPath: path) { try makeTable(path, rows) }

let bare = try Connection(path, .readOnly)
_ = try number("SELECT COUNT(*) FROM t NOT INDEXED WHERE price >= 0")

try measureSections()
try measureCounts()
try measureFrozenKeys()
try measureFirstPage()
try measureFacets()
