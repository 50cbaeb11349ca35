// A board of equal cells, and what a drag does to it.
import LazyGrid

let palette = EqualGrid(gridSize: 4, borderWidth: 5)
let board = palette.layout(in: Size(width: 300, height: 300), count: 16)
print(board.cell)  // 71.25 × 71.25 points
let dragged = board.index(at: Point(x: 10, y: 10))!  // 0
let target = board.index(at: Point(x: 160, y: 80))!  // 6
let drag = EqualGrid.Edit.move(from: dragged, to: target)
for move in drag.moves(count: board.count) { print(move.indexes, "by", move.distance) }  // 0 ..< 1 by 6, 1 ..< 7 by -1
