// 60 cells of a catalog of products, their eleven columns read in each of the ways that a program may choose, against
// a bare keyset loop that makes nothing of what it reads.
//
//     window-benchmark DB [ROUNDS] [ORDER]

internal import GridStore
internal import LazyGrid

let words = CommandLine.arguments
guard words.count >= 2 else { fatalError("usage: window-benchmark DB [ROUNDS] [ORDER]") }
let orders = words.count > 3 ? [words[3]] : ["", "price.desc", "name", "category,price"]
let rounds = words.count > 2 ? Int(words[2]) ?? 400 : 400

print("order            mapping  depth    keyset  RowDecodable    Decodable       values        grid window")
for mapping in FileMapping.allCases {
  for order in orders {
    let bench = try WindowBench(words[1], order, mapping)
    for depth in [nil, 0.01, 0.99] as [Double?] { print(try bench.run(depth, rounds: rounds)) }
  }
}
