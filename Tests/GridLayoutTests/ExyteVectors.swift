import Foundation
@_spi(Measuring) import GridLayout

/// A file of what track grids answer. Their README has the fields.
struct ExyteFile: Decodable {
  var cases: [ExyteVector]

  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "vectors/exyte/\(name).json"))
    self = try JSONDecoder().decode(ExyteFile.self, from: data)
  }
}

struct ExyteVector: Decodable, Sendable {
  struct Track: Decodable {
    let track: GridTrack
    private enum Keys: String, CodingKey { case fr, pt }
    init(from decoder: any Decoder) throws {
      if let keyed = try? decoder.container(keyedBy: Keys.self) {
        if let fr = try keyed.decodeIfPresent(Double.self, forKey: .fr) {
          track = .fr(fr)
        } else {
          track = .pt(try keyed.decode(Double.self, forKey: .pt))
        }
      } else {
        guard try decoder.singleValueContainer().decode(String.self) == "fit" else {
          throw VectorError.unknown("track")
        }
        track = .fit
      }
    }
  }
  struct Pair: Decodable { var column: Int64?, row: Int64? }
  struct Extent: Decodable { var width: Double, height: Double }
  struct Spacing: Decodable { var horizontal: Double, vertical: Double }
  struct Item: Decodable {
    var id: String
    var span: Pair?
    var start: Pair?
    var size: Extent?
    var alignment: String?
  }
  struct Cell: Decodable { var column: Int64, row: Int64, columnSpan: Int64, rowSpan: Int64 }
  struct Frame: Decodable { var x: Double, y: Double, width: Double, height: Double }
  struct Expectation: Decodable {
    var columns: Int64?
    var rows: Int64?
    var order: [String]?
    var cells: [String: Cell]?
    var columnSizes: [Double]?
    var rowSizes: [Double]?
    var exactRects: [String: Frame]?
    var rects: [String: Frame]?
    var contentSize: Extent?
  }
  enum Kind: String, Decodable { case placement, layout, identity }
  enum Flow: String, Decodable { case rows, columns }
  enum Packing: String, Decodable { case sparse, dense }
  enum Mode: String, Decodable { case fill, scroll }

  var name: String
  var kind: Kind
  var tags: [String]?
  var tracks: [Track]?
  var flow: Flow?
  var packing: Packing?
  var contentMode: Mode?
  var spacing: Spacing?
  var size: Extent?
  var commonAlignment: String?
  var items: [Item]?
  var expect: Expectation?
}

extension ExyteVector {
  var gridTracks: [GridTrack] { (tracks ?? []).map(\.track) }
  var gridFlow: GridFlow { flow == .columns ? .columns : .rows }
  var gridPacking: GridPacking { packing == .dense ? .dense : .sparse }

  var declared: [DeclaredItem] {
    (items ?? []).enumerated().compactMap { index, item in
      guard item.span != nil || item.start != nil else { return nil }
      return DeclaredItem(
        index: Int64(index), span: GridSpan(column: item.span?.column ?? 1, row: item.span?.row ?? 1),
        start: GridStart(column: item.start?.column, row: item.start?.row))
    }
  }

  func placement(checkpointSpacing: Int = 64) -> TrackPlacement {
    TrackPlacement(
      count: Int64(items?.count ?? 0), tracks: gridTracks.count, flow: gridFlow, packing: gridPacking,
      declared: declared, checkpointSpacing: checkpointSpacing)
  }
}
