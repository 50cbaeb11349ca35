// Items of their own lengths: those of a column, and those that cells say themselves.
import LazyGrid

struct Photo: Decodable, Sendable, Identifiable { let id: Int, title: String, ratio: Double }

let photos = try Catalog("photos.db").list(of: Photo.self, in: "photos")
let columns = [GridItem(.adaptive(minimum: 160))]
let scroll = ScrollState(viewport: Size(width: 1024, height: 768))

let declared = LazyVGrid(columns: columns) { ForEach(photos, length: .column("height", estimate: 220)) }
print(try declared.window(for: scroll).certainty)  // estimate: it has not waited for the column
try declared.waitForLengths()
print(try declared.window(for: scroll).certainty)  // exact

let measured = LazyVGrid(columns: columns) {
  ForEach(photos, estimate: 220) { Cell($0.title).aspectRatio($0.ratio) }
}
print(try measured.window(for: scroll).isSettled)  // true: all that it shows is laid out by what its cells say
