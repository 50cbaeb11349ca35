// 60 cells of a catalog of products, their eleven columns read in each of the ways that a program may choose, against
// a bare keyset loop that makes nothing of what it reads; or the scan that serves where pages cannot be read; or the
// lengths of a column in an order against a bare scan with a sort, the spans in two columns likewise, also in a grid
// that scrolls through items of all lengths, and its sections against GROUP BY.
//
//     window-benchmark DB [ROUNDS] [ORDER]
//     window-benchmark DB scan
//     window-benchmark DB lengths COLUMN ORDER
//     window-benchmark DB spans W,H ORDER
//     window-benchmark DB scrolled W,H LENGTH ORDER
//     window-benchmark DB sections COLUMN ORDER

internal import GridStore
internal import LazyGrid

let words = CommandLine.arguments
guard words.count >= 2 else {
  fatalError(
    "usage: window-benchmark DB [ROUNDS] [ORDER], or DB scan, DB lengths COLUMN ORDER, DB spans W,H ORDER, "
      + "DB scrolled W,H LENGTH ORDER, DB sections COLUMN ORDER")
}

if words.count == 5, words[2] == "lengths" {
  try PassBench.lengths(words[1], words[3], words[4])
} else if words.count == 5, words[2] == "spans" {
  let columns = words[3].split(separator: ",").map(String.init)
  guard columns.count == 2 else { fatalError("spans are in two columns, like w,h") }
  try PassBench.spans(words[1], (columns[0], columns[1]), words[4])
} else if words.count == 6, words[2] == "scrolled" {
  let columns = words[3].split(separator: ",").map(String.init)
  guard columns.count == 2 else { fatalError("spans are in two columns, like w,h") }
  try PassBench.scrolled(words[1], (columns[0], columns[1]), words[4], words[5])
} else if words.count == 5, words[2] == "sections" {
  try PassBench.sections(words[1], words[3], words[4])
} else if words.count > 2, words[2] == "scan" {
  for order in ["", "price.desc", "name"] { print(try WindowBench(words[1], order, .never).runScan(rounds: 3)) }
} else {
  let rounds = words.count > 2 ? Int(words[2]) ?? 400 : 400
  let orders = words.count > 3 ? [words[3]] : ["", "price.desc", "name", "category,price"]
  print(WindowBench.heading)
  for mapping in FileMapping.allCases {
    for order in orders {
      let bench = try WindowBench(words[1], order, mapping)
      for depth in [nil, 0.01, 0.99] as [Double?] { print(try bench.run(depth, rounds: rounds)) }
    }
  }
}
