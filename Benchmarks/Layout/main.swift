// What layouts take at growing sizes: one table, and exit status 1 where a count is over its bar or a time over three
// times its own.
//
//     layout-benchmark [ITEMS] [--tracks]
//
// ITEMS is the largest number of declared lengths, 100000000 unless said, for which it takes 3 GB of memory. With
// --tracks there are only track grids.

internal import Foundation

let tracksAlone = CommandLine.arguments.contains("--tracks")
let words = CommandLine.arguments.filter { $0 != "--tracks" }
guard words.count <= 2, let most = words.count == 2 ? Int64(words[1]) : 100_000_000, most >= 10_000 else {
  fatalError("usage: layout-benchmark [ITEMS] [--tracks], 10000 or more")
}
var report = Report()
print(Report.heading)
if !tracksAlone {
  UniformBench.run(&report)
  DeclaredBench.run(most, &report)
  SectionBench.run(&report)
}
TrackBench.run(most, &report)
if report.isOver { exit(1) }
