import Foundation
import GridLayout
import Testing

/// One case of the files in Tests/vectors/swiftui, whose README says what each field means.
struct Vector: Decodable, CustomTestStringConvertible {
  struct Column: Decodable {
    let size: [String: Number]
    let spacing: Double?
    let alignment: Both?
  }
  /// `{"fixed": n}`, or an object of bounds whose maximum may be null.
  enum Number: Decodable {
    case length(Double)
    case bounds([String: Double?])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let length = try? container.decode(Double.self) {
        self = .length(length)
      } else {
        self = .bounds(try container.decode([String: Double?].self))
      }
    }
  }
  struct Both: Decodable {
    let horizontal: String
    let vertical: String
  }
  struct Span: Decodable {
    let offset: Double
    let length: Double
  }
  struct Cell: Decodable {
    let item: Int64
    let x, y, w, h: Double
  }
  struct Placed: Decodable {
    let tracks: [Span]
    let contentLength: Double
  }
  struct Expect: Decodable {
    let tracks: [Span]?
    let contentLength: Double?
    let reportedLength: Double?
    let placed: Placed?
    let resolvedWidth: Double?
    let rows: [Int64]?
    let items: Items?
    let firstRowOffset: Double?
    let cells: [Cell]?
    let contentSize: Extent?
  }
  /// A half-open range of indexes, or frames of items.
  enum Items: Decodable {
    case range([Int64])
    case frames([Cell])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let range = try? container.decode([Int64].self) {
        self = .range(range)
      } else {
        self = .frames(try container.decode([Cell].self))
      }
    }
  }
  struct Extent: Decodable {
    let width, height: Double
  }
  struct Content: Decodable {
    let kind: String
    let lengths: [Double]?
  }
  /// A number, null, or one of the words for what JSON cannot hold.
  struct Width: Decodable {
    let value: Double?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = nil
      } else if let word = try? container.decode(String.self) {
        value = word == "nan" ? .nan : .infinity
      } else {
        value = try container.decode(Double.self)
      }
    }
  }

  let name, kind, axis, alignment, confidence: String
  let columns: [Column]
  let spacing: Double?
  let width: Width?
  let layoutDirection: String?
  let idealLengths: [Double]?
  let itemCount: Int64?
  let itemLength: Double?
  let viewport: Span?
  let content: [Content]?
  let itemSizes: [[Double]]?
  let expect: Expect

  var testDescription: String { name }

  static func read(_ file: String) -> [Vector] {
    struct File: Decodable { let vectors: [Vector] }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try! Data(contentsOf: folder.appending(path: "vectors/swiftui/\(file).json"))
    return try! JSONDecoder().decode(File.self, from: data).vectors
  }

  var items: [GridItem] {
    columns.map { column in
      var size = GridItem.Size.fixed(0)
      switch column.size.first! {
      case ("fixed", .length(let length)): size = .fixed(length)
      case ("flexible", .bounds(let bounds)):
        size = .flexible(minimum: bounds["minimum"]!!, maximum: bounds["maximum"]! ?? .infinity)
      case ("adaptive", .bounds(let bounds)):
        size = .adaptive(minimum: bounds["minimum"]!!, maximum: bounds["maximum"]! ?? .infinity)
      default: fatalError("\(name): no such size")
      }
      return GridItem(
        size, spacing: column.spacing,
        alignment: column.alignment.map {
          Alignment(horizontal: horizontal($0.horizontal)!, vertical: vertical($0.vertical)!)
        })
    }
  }

  var gridAlignment: Alignment {
    Alignment(horizontal: horizontal(alignment) ?? .center, vertical: vertical(alignment) ?? .center)
  }
  var gridAxis: Axis { axis == "vertical" ? .vertical : .horizontal }
  var fraction: Double { gridAxis == .vertical ? gridAlignment.horizontal.fraction : gridAlignment.vertical.fraction }

  func grid(count: Int64, lineLength: Double) -> UniformGrid {
    UniformGrid(
      axis: gridAxis, items: items, count: count, lineLength: lineLength, crossLength: width!.value!, spacing: spacing,
      alignment: gridAlignment, layoutDirection: layoutDirection == nil ? .leftToRight : .rightToLeft)
  }
}

private func horizontal(_ name: String) -> HorizontalAlignment? {
  ["leading": .leading, "center": .center, "trailing": .trailing][name]
}

private func vertical(_ name: String) -> VerticalAlignment? {
  [
    "top": .top, "center": .center, "bottom": .bottom, "firstTextBaseline": .firstTextBaseline,
    "lastTextBaseline": .lastTextBaseline,
  ][name]
}
