internal import GridStore
internal import LazyGrid

/// Shows the facets that `sections --facets` asks for.
func showFacets(_ words: Words, path: String, columns: [String]) throws {
  let limit = try words.integer("limit", in: 1...1_000_000) ?? 20
  let milliseconds = try words.integer("time-limit", in: 1...3_600_000) ?? 1000
  let own = try words.text("own-filters") ?? "keep"
  guard own == "keep" || own == "leave" else {
    throw UsageError("--own-filters is '\(own)'; it must be keep or leave")
  }
  let list = try ListWords(words, path: path).list(columns: columns)
  let answer = try list.facets(
    of: columns, limit: limit, timeLimit: .milliseconds(milliseconds), leavingOutOwnFilters: own == "leave")
  if words.has("json") {
    var writer = JSONWriter()
    writer.object {
      $0.member("generation", answer.generation.token)
      $0.name("facets")
      $0.array { for facet in answer.facets { $0.facet(facet) } }
    }
    return Terminal.print(writer.bytes)
  }
  for (i, facet) in answer.facets.enumerated() {
    if i > 0 { Terminal.print("") }
    let values = facet.valueCount
    Terminal.print(
      "\(facet.column) · \(grouped(values.value))\(values.kind == .exact ? "" : " or more") values"
        + (facet.isComplete ? "" : " · not complete"))
    if facet.buckets.isEmpty { continue }
    var table = TextTable(["count", facet.column], numeric: 1)
    for bucket in facet.buckets {
      table.append([grouped(bucket.count) + (facet.kind == .exact ? "" : "+"), bucket.value.shownText])
    }
    for line in table.lines(width: Terminal.width) { Terminal.print(line) }
  }
}

extension JSONWriter {
  fileprivate mutating func facet(_ facet: Facet) {
    object {
      $0.member("column", facet.column)
      $0.name("values")
      $0.array {
        for bucket in facet.buckets {
          $0.object {
            $0.name("value")
            $0.value(bucket.value)
            $0.member("count", bucket.count)
          }
        }
      }
      $0.member("kind", facet.kind.rawValue)
      $0.name("complete")
      $0.bool(facet.isComplete)
      $0.name("valueCount")
      $0.object {
        $0.member("value", facet.valueCount.value)
        $0.member("kind", facet.valueCount.kind.rawValue)
      }
    }
  }
}
