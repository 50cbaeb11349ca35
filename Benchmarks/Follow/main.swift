internal import Foundation
internal import GridStore

// What it costs a list to be current again after commits of another connection, beside the walk that it saves.
//
//     swift run -c release follow-benchmark [ROWS [FILE]]
//
// A file that is named is kept, and used again if it is there. Nothing else should be running. Times are medians of one
// run; only their ratios say much.

let arguments = CommandLine.arguments.dropFirst()
let rows = arguments.first.flatMap { Int($0) } ?? 1_000_000
let folder = FileManager.default.temporaryDirectory.appending(path: "follow-benchmark-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = arguments.dropFirst().first ?? folder.appending(path: "b.db").path
let bench = try FollowBench(rows: rows, path: path)
try bench.measureSteps()
try await bench.measureDelays("WAL")
try bench.measureRollback()
try await bench.measureDelays("DELETE")
