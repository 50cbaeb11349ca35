import GridLayout
import LazyGrid
import Testing

/// The calculator among the examples of Exyte Grid, with cells for buttons.
private struct Calculator {
  enum MathOperation: Hashable, Sendable {
    case digit(Int)
    case function(Int)
    case divide, multiply, substract, add, equal, percent, sign, clear, point
  }
  enum Mode { case system, second }
  typealias CalcButton = Cell<MathOperation>

  var mode = Mode.system
  var isPortrait = true

  var digits: [MathOperation] {
    (1..<10).map { .digit($0) } + [.digit(0)]
  }

  var grid: Grid<MathOperation> {
    Grid(tracks: self.tracks, spacing: 10) {
      self.mainArithmeticButtons

      if self.mode == .system {
        CalcButton(.percent)
        CalcButton(.sign)

        GridGroup(MathOperation.clear) {
          CalcButton($0)
        }
      }

      GridGroup(self.digits, id: \.self) {
        if self.mode == .system && $0 == .digit(0) {
          CalcButton($0)
            .gridSpan(column: 2)
        } else {
          CalcButton($0)
        }
      }

      GridGroup(MathOperation.point) {
        CalcButton($0)
      }

      self.landscapeButtons
    }
    .gridContentMode(.fill)
    .gridAnimation(.easeInOut())
  }

  var tracks: GridTracks {
    self.isPortrait ? (self.mode == .system ? 4 : 5) : (self.mode == .system ? 10 : 11)
  }

  var landscapeButtons: some GridContent<MathOperation> {
    let funcCount = (self.mode == .system ? 30 : 24)
    let functions: [MathOperation] = self.isPortrait ? [] : (0..<funcCount).map { .function($0) }
    return GridGroup(functions, id: \.self) {
      CalcButton($0)
        .gridStart(column: (functions.firstIndex(of: $0)!) % 6)
    }
  }

  let mainArithmeticOperations: [MathOperation] = [.divide, .multiply, .substract, .add, .equal]

  @GridBuilder
  var mainArithmeticButtons: some GridContent<MathOperation> {
    switch self.mode {
    case .system:
      GridGroup(0..<mainArithmeticOperations.count) {
        CalcButton(mainArithmeticOperations[$0])
          .gridStart(column: self.tracks.count - 1)
      }
    case .second:
      GridGroup(MathOperation.clear) {
        CalcButton($0)
          .gridStart(column: self.tracks.count - 1)
      }
      CalcButton(.divide)
        .gridStart(column: self.tracks.count - 1)

      CalcButton(.multiply)
        .gridStart(column: self.tracks.count - 1)

      CalcButton(.substract)
        .gridStart(column: self.tracks.count - 2)

      CalcButton(.add)
        .gridStart(column: self.tracks.count - 2)
        .gridSpan(row: 2)

      CalcButton(.equal)
        .gridStart(column: self.tracks.count - 3)
        .gridSpan(column: 3)
    }
  }
}

@Suite("A calculator of track grids") struct CalculatorTests {
  /// What stands in each cell of a board, a character each.
  private func board(_ calculator: Calculator) throws -> [String] {
    let window = try calculator.grid.window(for: ScrollState(viewport: Size(width: 500, height: 500)))
    #expect(window.diagnostics.isEmpty)
    let (columns, rows) = (calculator.tracks.count, window.visibleLines.count)
    var board = Array(repeating: Array(repeating: Character(" "), count: columns), count: rows)
    for cell in window.cells {
      let face: Character
      switch cell.item {
      case .digit(let digit): face = Character("\(digit)")
      case .function: face = "f"
      case .divide: face = "/"
      case .multiply: face = "*"
      case .substract: face = "-"
      case .add: face = "+"
      case .equal: face = "="
      case .percent: face = "%"
      case .sign: face = "±"
      case .clear: face = "C"
      case .point: face = "."
      }
      for row in cell.area.row..<cell.area.row + cell.area.rowSpan {
        for column in cell.area.column..<cell.area.column + cell.area.columnSpan {
          #expect(board[Int(row)][Int(column)] == " ")
          board[Int(row)][Int(column)] = face
        }
      }
    }
    return board.map { String($0) }
  }

  @Test("has its buttons where they belong, upright and on its side, in both modes")
  func boards() throws {
    #expect(try board(Calculator()) == ["%±C/", "123*", "456-", "789+", "00.="])
    #expect(try board(Calculator(mode: .second)) == ["123-C", "456+/", "789+*", "0.==="])
    #expect(
      try board(Calculator(isPortrait: false)) == [
        "ffffff%±C/", "ffffff123*", "ffffff456-", "ffffff789+", "ffffff00.=",
      ])
    #expect(
      try board(Calculator(mode: .second, isPortrait: false)) == [
        "ffffff123-C", "ffffff456+/", "ffffff789+*", "ffffff0.===",
      ])
  }

  @Test("moves a button that has the same value in the other mode, in the grid's own time")
  func transition() throws {
    let scroll = ScrollState(viewport: Size(width: 500, height: 500))
    let (system, second) = (Calculator(), Calculator(mode: .second))
    let transition = GridTransition(
      from: try system.grid.window(for: scroll), to: try second.grid.window(for: scroll))
    #expect(transition.curve == .easeInOut())
    func change(_ operation: Calculator.MathOperation) -> GridTransition.Change? {
      transition.changes.first { $0.key == CellKey(operation) }
    }
    for operation in [.clear, .point] + system.digits {
      let change = try #require(change(operation))
      #expect(change.old != nil && change.new != nil && change.kind != .unchanged)
    }
    let told = GridTransition(
      from: try system.grid.window(for: scroll), to: try second.grid.window(for: scroll), curve: .linear(duration: 2))
    #expect(told.curve == .linear(duration: 2))
  }
}
