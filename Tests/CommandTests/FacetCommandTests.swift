import Foundation
import Testing

/// `lazygrid sections --facets` as a program.
@Suite struct FacetCommand {
  @Test("facets are the values of columns under the filters, the most frequent first")
  func facets() throws {
    let path = CommandLine.folder.appending(path: "facets.db").path
    #expect(CommandLine.run("generate", "--rows", "2000", "--output", path, "--quiet").status == 0)
    let items = CommandLine.run("items", path, "--select", "category,brand", "--count", "2000", "--json")
    let rows = try #require(
      (try JSONSerialization.jsonObject(with: Data(items.out.utf8)) as? [String: Any])?["items"] as? [[String: Any]])
    let category = try #require(rows[7]["category"] as? String)
    for own in ["keep", "leave"] {
      let answer = CommandLine.run(
        "sections", path, "--facets", "category,brand", "--where", "category=eq.\(category)", "--limit", "1000",
        "--own-filters", own, "--json")
      #expect(answer.status == 0, "\(answer.err)")
      let whole = try #require(try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any])
      #expect(Set(whole.keys) == ["generation", "facets"])
      let facets = try #require(whole["facets"] as? [[String: Any]])
      #expect(facets.map { $0["column"] as? String } == ["category", "brand"])
      for facet in facets {
        let column = try #require(facet["column"] as? String)
        let counted = rows.filter { (own == "leave" && column == "category") || $0["category"] as? String == category }
          .compactMap { $0[column] as? String }
        let expected = Dictionary(grouping: counted) { $0 }.map { ($0.key, $0.value.count) }
          .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let values = try #require(facet["values"] as? [[String: Any]])
        #expect(values.map { $0["value"] as? String } == expected.map(\.0))
        #expect(values.map { $0["count"] as? Int } == expected.map(\.1))
        #expect(facet["complete"] as? Bool == true && facet["kind"] as? String == "exact")
        #expect((facet["valueCount"] as? [String: Any])?["value"] as? Int == expected.count)
      }
    }
    let shown = CommandLine.run("sections", path, "--facets", "brand", "--limit", "2")
    #expect(shown.status == 0 && shown.out.hasPrefix("brand · ") && shown.out.split(separator: "\n").count == 4)
    for words in [
      ["--facets", "brand", "--by", "brand"], ["--by", "brand", "--limit", "3"], ["--facets", "brand", "--limit", "0"],
      ["--facets", "brand", "--own-filters", "no"], ["--facets", "brand", "--time-limit", "0"], ["--facets", "brnd"],
    ] {
      let refused = CommandLine.run(["sections", path] + words)
      #expect(refused.status == 2 && refused.err.hasPrefix("error: "), "\(words)")
    }
  }
}
