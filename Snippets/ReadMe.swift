// A million products, one viewport.
import LazyGrid

struct Product: Decodable, Sendable, Identifiable { let id: Int, name: String, price: Int, rating: Double? }

let catalog = try Catalog("catalog.db")  // anybody's SQLite file, opened read-only
let products = try catalog.list(of: Product.self, in: "products", order: [.descending("price")])
let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))], spacing: 12) { ForEach(products, length: 220) }

var scroll = ScrollState(viewport: Size(width: 1024, height: 768))
scroll.scroll(to: .fraction(0.73))
let window = try grid.window(for: scroll)
for cell in window.cells { print(cell.index, cell.frame(in: .viewport), cell.item.name) }
print(try products.index(ofKey: 412_345) ?? -1)  // the rank of a key, read or not
