import Foundation
import GridLayout

/// A file of vectors: what lazy grids are known, or believed, to answer. Their README has the fields.
struct VectorFile: Decodable {
  var format: Int
  var vectors: [Vector]

  /// Reads a file from the folder of vectors.
  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "vectors/swiftui")
    let data = try Data(contentsOf: folder.appending(path: name + ".json"))
    self = try JSONDecoder().decode(VectorFile.self, from: data)
  }
}

struct Vector: Decodable, Sendable {
  enum Kind: String, Decodable { case tracks, rows, alignment, viewport, pinning, scrollTo, anchoring }
  enum Confidence: String, Decodable { case high, medium, low }
  enum AxisName: String, Decodable { case vertical, horizontal }
  enum DirectionName: String, Decodable { case leftToRight, rightToLeft }
  enum ContentKind: String, Decodable { case items, section }

  struct Column: Decodable {
    struct Bounds: Decodable {
      var minimum: Double
      var maximum: Double?
    }
    struct Size: Decodable {
      var fixed: Double?
      var flexible: Bounds?
      var adaptive: Bounds?
    }
    struct ItemAlignment: Decodable {
      var horizontal: String
      var vertical: String
    }
    var size: Size
    var spacing: Double?
    var alignment: ItemAlignment?
  }
  struct Run: Decodable {
    var kind: ContentKind
    var lengths: [Double]?
    var header: Double?
    var items: [Double]?
    var footer: Double?
  }
  struct Viewport: Decodable {
    var offset: Double
    var length: Double
    var insetTop: Double?
    var insetBottom: Double?
  }
  /// The item of a scroll target.
  struct Target: Decodable {
    var start: Double
    var length: Double
  }
  /// One of these, with an index or a range first.
  struct Edit: Decodable {
    var insert: Insertion?
    var remove: [Int64]?
    var resize: [Double]?
    var columns: Int?
  }
  struct Insertion: Decodable {
    var index: Int64
    var lengths: [Double]
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      index = try container.decode(Int64.self)
      lengths = try container.decode([Double].self)
    }
  }
  struct Slice: Decodable {
    var offset: Double
    var length: Double
  }
  struct Placed: Decodable {
    var tracks: [Slice]
    var contentLength: Double
  }
  struct Frame: Decodable {
    var item: Int
    var x: Double
    var y: Double
    var w: Double
    var h: Double
  }
  struct Supplementary: Decodable {
    var role: String
    var section: Int
    var x: Double
    var y: Double
    var w: Double
    var h: Double
  }
  /// A line in a viewport, where pinning draws it.
  struct Line: Decodable {
    var line: String
    var section: Int
    var items: [Int64]
    var y: Double
    var h: Double
    var natural: Double
    var pinned: Bool
  }
  struct Extent: Decodable {
    var width: Double
    var height: Double
  }
  struct Expectation: Decodable {
    var tracks: [Slice]?
    var contentLength: Double?
    var reportedLength: Double?
    var placed: Placed?
    var resolvedWidth: Double?
    var count: Int?
    var cells: [Frame]?
    var items: ItemsOrFrames?
    var contentSize: Extent?
    var supplementary: [Supplementary]?
    var lines: [Line]?
    var rows: [Int64]?
    var firstRowOffset: Double?
    var offset: Double?
    var anchorItem: Int64?
    var anchorDistance: Double?
  }
  /// A range of items in a viewport, frames of items in their cells.
  enum ItemsOrFrames: Decodable {
    case range([Int64])
    case frames([Frame])
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let range = try? container.decode([Int64].self) {
        self = .range(range)
      } else {
        self = .frames(try container.decode([Frame].self))
      }
    }
  }
  /// A number, one that JSON can't hold, or none.
  enum Width: Decodable {
    case points(Double)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .points(number)
      } else {
        switch try container.decode(String.self) {
        case "inf": self = .points(.infinity)
        case "nan": self = .points(.nan)
        case let other: throw VectorError.unknown("width \(other)")
        }
      }
    }
  }

  var name: String
  var kind: Kind
  var axis: AxisName
  var columns: [Column]?
  var spacing: Double?
  var alignment: String?
  var width: Width?
  var layoutDirection: DirectionName?
  var idealLengths: [Double]?
  var itemCount: Int64?
  var itemLength: Double?
  var viewport: Viewport?
  var content: [Run]?
  var itemSizes: [[Double]]?
  var pinnedViews: [String]?
  var item: Target?
  var contentLength: Double?
  var anchor: Double?
  var trackCount: Int?
  var lengths: [Double]?
  var edit: Edit?
  var expect: Expectation
  var confidence: Confidence
}

enum VectorError: Error { case unknown(String) }

extension Vector {
  func items() throws -> [GridItem] {
    try (columns ?? []).map { column in
      let size: GridItem.Size
      if let fixed = column.size.fixed {
        size = .fixed(fixed)
      } else if let bounds = column.size.flexible {
        size = .flexible(minimum: bounds.minimum, maximum: bounds.maximum ?? .infinity)
      } else if let bounds = column.size.adaptive {
        size = .adaptive(minimum: bounds.minimum, maximum: bounds.maximum ?? .infinity)
      } else {
        throw VectorError.unknown("size of a column in \(name)")
      }
      let alignment = try column.alignment.map {
        Alignment(horizontal: try horizontal($0.horizontal), vertical: try vertical($0.vertical))
      }
      return GridItem(size, spacing: column.spacing, alignment: alignment)
    }
  }

  func gridAlignment() throws -> Alignment {
    axis == .vertical
      ? Alignment(horizontal: try horizontal(alignment ?? "center"), vertical: .center)
      : Alignment(horizontal: .center, vertical: try vertical(alignment ?? "center"))
  }

  /// The length that is offered across: the ideal one where the vector offers none.
  func offered() throws -> Double {
    if case .points(let points) = width { return points }
    guard let idealLengths else { throw VectorError.unknown("neither a width nor ideal lengths in \(name)") }
    return Tracks.idealLength(try items(), ideals: idealLengths)
  }

  func grid(
    count: Int64, lineLength: Double, resolution: TrackResolution = .onePass
  ) throws -> UniformGrid {
    UniformGrid(
      axis: axis == .vertical ? .vertical : .horizontal, items: try items(), count: count,
      lineLength: lineLength,
      crossLength: try offered(), spacing: spacing, alignment: try gridAlignment(),
      layoutDirection: layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight, resolution: resolution)
  }

  func lineGrid(_ content: [GridPart]? = nil) throws -> LineGrid {
    let parts =
      content
      ?? (self.content ?? []).map { run in
        run.kind == .items
          ? .run(.lengths(run.lengths ?? []))
          : .section(GridSection(header: run.header, footer: run.footer, runs: [.lengths(run.items ?? [])]))
      }
    return LineGrid(
      axis: axis == .vertical ? .vertical : .horizontal, items: try items(), content: parts,
      crossLength: try offered(), spacing: spacing, alignment: try gridAlignment(),
      layoutDirection: layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight)
  }

  func pinned() throws -> PinnedViews {
    try (pinnedViews ?? []).reduce(into: []) { pinned, name in
      switch name {
      case "sectionHeaders": pinned.insert(.sectionHeaders)
      case "sectionFooters": pinned.insert(.sectionFooters)
      default: throw VectorError.unknown("pinned view \(name)")
      }
    }
  }

  private func horizontal(_ name: String) throws -> HorizontalAlignment {
    switch name {
    case "leading": .leading
    case "center": .center
    case "trailing": .trailing
    default: throw VectorError.unknown("alignment \(name)")
    }
  }

  private func vertical(_ name: String) throws -> VerticalAlignment {
    switch name {
    case "top": .top
    case "center": .center
    case "bottom": .bottom
    case "firstTextBaseline": .firstTextBaseline
    case "lastTextBaseline": .lastTextBaseline
    default: throw VectorError.unknown("alignment \(name)")
    }
  }
}
