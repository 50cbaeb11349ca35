// What tutorials of SwiftUI's lazy grids show, with cells for views.
import LazyGrid

struct Band: Identifiable, Sendable { let id: String, albums: [String] }
let bands = [
  Band(id: "Rush", albums: ["2112", "Signals", "Counterparts"]), Band(id: "Yes", albums: ["Fragile", "90125"]),
]

// Sections whose headers stay at the top.
var view = ScrollView(viewport: Size(width: 375, height: 300)) {
  LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))], spacing: 20, pinnedViews: [.sectionHeaders]) {
    ForEach(bands) { band in
      Section {
        ForEach(band.albums, id: \.self, length: 120) { Cell($0) }
      } header: {
        Cell(band.id, length: 44)
      }
    }
  }
  .padding(.horizontal)
}
view.scrollTo("90125", anchor: .bottom)
let window = try view.window()
for header in window.supplementary { print(header.item.base, header.frame(in: .viewport), header.isPinned) }
for cell in window.cells { print(cell.item, cell.frame(in: .viewport)) }

// Square photos of any number, made when they come into sight; rows that scroll sideways; a grid laid out whole.
let thirds = Array(repeating: GridItem(.flexible(), spacing: 2), count: 3)
let gallery = LazyVGrid(columns: thirds, spacing: 2) { ForEach(0..<1_000_000, length: .aspectRatio(1)) { Cell($0) } }
print(try gallery.window(for: ScrollState(viewport: Size(width: 390, height: 844), at: .fraction(0.5))).visible)
let rows = LazyHGrid(rows: [GridItem(.fixed(50)), GridItem(.fixed(50))]) { ForEach(0..<100, length: 25) { Cell($0) } }
var shelf = ScrollView(.horizontal, viewport: Size(width: 320, height: 150)) { rows }
shelf.scroll(by: 200)
print(try shelf.window().visible, try rows.frames(in: Size(width: 0, height: 150)).contentSize)
