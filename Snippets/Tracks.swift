// A grid of tracks whose cells span, start and flow: what Exyte Grid shows, with cells for views.
import LazyGrid

struct Photo: Identifiable, Sendable { let id: String, isLarge: Bool }
let photos = [Photo(id: "lake", isLarge: true), Photo(id: "hill", isLarge: false), Photo(id: "sea", isLarge: false)]

@GridBuilder func header(_ title: String?) -> some GridContent<String> {
  if let title { Cell(title).gridSpan(column: 3) }
}

let album = Grid(tracks: [.fr(1), .pt(150), .fr(2)], spacing: [10, 5]) {
  header("Summer")
  GridGroup(photos) { Cell($0.id).gridSpan($0.isLarge ? [2, 2] : [1, 1]) }
  Cell("more").gridStart(column: 2, row: 2).gridItemAlignment(.topTrailing).size(width: 60, height: 20)
}
.gridPacking(.dense)
.gridAnimation(.default)

// All of it in a container, and what changes on the way to another one.
let frames = try album.frames(in: Size(width: 470, height: 300))
for cell in frames.cells { print(cell.area, cell.rect, cell.frame) }
let upright = try album.window(for: ScrollState(viewport: Size(width: 390, height: 844)))
let turned = try album.window(for: ScrollState(viewport: Size(width: 844, height: 390)), after: upright)
for change in GridTransition(from: upright, to: turned).changes { print(change.key, change.kind) }

// Any number of items, of which only those in sight are made: where spans are is declared beside them.
let large = stride(from: 0, to: 1_000_000, by: 11).map { DeclaredItem(index: $0, span: [2, 2]) }
let wall = Grid(tracks: 4, contentMode: .scroll) {
  ForEach(0..<1_000_000, length: 120) { Cell($0) }.gridDeclared(DeclaredItems(large))
}
let window = try wall.window(for: ScrollState(viewport: Size(width: 800, height: 600), at: .fraction(0.73)))
for cell in window.cells { print(cell.item, cell.rect(in: .viewport)) }
