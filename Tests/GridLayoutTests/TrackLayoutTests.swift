import GridLayout
import Testing

extension ExyteVector {
  func alignment(_ name: String?) throws -> Alignment? {
    switch name {
    case nil: nil
    case "topLeading": .topLeading
    case "top": .top
    case "topTrailing": .topTrailing
    case "leading": .leading
    case "center": .center
    case "trailing": .trailing
    case "bottomLeading": .bottomLeading
    case "bottom": .bottom
    case "bottomTrailing": .bottomTrailing
    case let other?: throw VectorError.unknown("alignment \(other)")
    }
  }

  func grid(_ arithmetic: GridArithmetic) throws -> TrackGrid {
    TrackGrid(
      tracks: gridTracks, contentMode: contentMode == .scroll ? .scroll : .fill, flow: gridFlow, packing: gridPacking,
      spacing: GridSpacing(horizontal: spacing?.horizontal ?? 0, vertical: spacing?.vertical ?? 0),
      commonItemsAlignment: try alignment(commonAlignment) ?? .center, arithmetic: arithmetic)
  }

  func layout(_ arithmetic: GridArithmetic) throws -> TrackLayout {
    let items = try (items ?? []).map { item in
      TrackGridItem(
        span: GridSpan(column: item.span?.column ?? 1, row: item.span?.row ?? 1),
        start: item.start.map { GridStart(column: $0.column, row: $0.row) },
        size: Size(width: item.size?.width ?? 0, height: item.size?.height ?? 0),
        alignment: try alignment(item.alignment))
    }
    return try grid(arithmetic).layout(items, in: Size(width: size?.width ?? 0, height: size?.height ?? 0))
  }
}

@Suite("Layouts of track grids")
struct TrackLayoutTests {
  static func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= 1e-9 * max(a.magnitude, b.magnitude, 1) }
  static func isNear(_ a: [Double], _ b: [Double]) -> Bool { a.count == b.count && zip(a, b).allSatisfy(isNear) }

  @Test("hold the vectors in the arithmetic of the reference", arguments: ["oracle_layout", "suite", "derived"])
  func vectors(_ name: String) throws {
    var layouts = 0
    for vector in try ExyteFile(name).cases where vector.kind == .layout {
      layouts += 1
      let expect = try #require(vector.expect)
      let items = try #require(vector.items)
      let layout = try vector.layout(.exyte)
      if let sizes = expect.columnSizes { #expect(Self.isNear(layout.columnSizes.all, sizes), "\(vector.name)") }
      if let sizes = expect.rowSizes { #expect(Self.isNear(layout.rowSizes.all, sizes), "\(vector.name)") }
      if let size = expect.contentSize {
        #expect(layout.contentSize == Size(width: size.width, height: size.height), "\(vector.name)")
      }
      if let order = expect.order { #expect(layout.order.map { items[Int($0)].id } == order, "\(vector.name)") }
      guard !vector.gridTracks.isEmpty else {
        #expect(layout.items.isEmpty)
        continue
      }
      for (item, placed) in zip(items, layout.items) {
        if let rect = expect.rects?[item.id] {
          let expected = Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
          #expect(placed.rect == expected, "\(item.id) of \(vector.name)")
        }
        if let rect = expect.exactRects?[item.id], vector.contentMode == .fill {
          let cell = placed.background
          let (h, v) = (layout.grid.spacing.horizontal, layout.grid.spacing.vertical)
          let isNear =
            abs(cell.minX - h / 2 - rect.x) <= 1e-6 && abs(cell.minY - v / 2 - rect.y) <= 1e-6
            && abs(cell.width - max(rect.width - h, 0)) <= 1e-6 && abs(cell.height - max(rect.height - v, 0)) <= 1e-6
          #expect(isNear, "\(item.id) of \(vector.name)")
        }
      }
    }
    #expect(layouts == ["oracle_layout": 97, "suite": 5, "derived": 28][name])
  }

  private static func defect(_ name: String) throws -> ExyteVector {
    try #require(try ExyteFile("reference_defects").cases.first { $0.name == name })
  }

  @Test("give no NaN and no negative size where the reference does")
  func defects() throws {
    for arithmetic in [GridArithmetic.exact, .exyte] {
      let zero = try Self.defect("all_fr_values_zero").layout(arithmetic)
      #expect(zero.columnSizes.all == [0, 0])
      #expect(zero.diagnostics == [.allPartsZero])
      let small = try Self.defect("container_smaller_than_spacing_fill").layout(arithmetic)
      #expect(small.columnSizes.all == [0, 0] && small.rowSizes.all == [0, 0])
      for item in small.items { #expect(item.rect.width == 0 && item.rect.height == 0 && item.rect.minY >= 0) }
      let overhang = try Self.defect("overhang_of_fully_explicit_item").layout(arithmetic)
      #expect(overhang.items[0].cell == GridCell(column: 3, row: 0))
      #expect(overhang.placementDiagnostics.map(\.kind) == [.overhang])
      let short = try Self.defect("aligned_item_rect_leaves_its_cell").layout(arithmetic)
      #expect(short.items[0].frame.minY == 20 && short.items[0].frame.height == 20)
      #expect(short.contentSize == Size(width: 100, height: 60))
    }
  }

  @Test("neither round nor lengthen rigid tracks in exact arithmetic")
  func exactDefects() throws {
    #expect(try Self.defect("rigid_tracks_grow_under_a_spanning_item").layout(.exact).columnSizes.all == [50, 50])
    #expect(try Self.defect("rigid_beside_fit_under_a_spanning_item").layout(.exact).columnSizes.all == [50, 150, 200])
    #expect(Self.isNear(try Self.defect("sub_half_growth_is_lost").layout(.exact).columnSizes.all, [50.45, 50.45]))
    let overshoot = try Self.defect("rounding_up_overshoots").layout(.exact)
    #expect(overshoot.columnSizes.all == [50.5, 50.5])
    #expect(overshoot.contentSize == Size(width: 101, height: 10))
    let rows = try Self.defect("row_spans_beside_single_rows_overgrow").layout(.exact)
    // The recommended 85, 85, 80, 85 has the spacing of 5 in every row.
    #expect(rows.rowSizes.all == [80, 80, 75, 80])
    #expect(rows.rowSizes.total == 335 - 5)
    let short = try Self.defect("aligned_item_rect_leaves_its_cell").layout(.exact)
    #expect(short.items[0].rect == Rect(x: 0, y: 0, width: 50, height: 60))
    #expect(short.items[0].frame == Rect(x: 22.5, y: 20, width: 5, height: 20))
  }

  @Test("snap to pixels without gaps or overlaps")
  func snapping() throws {
    let layout = try Self.defect("neighbours_overlap_after_outward_rounding").layout(.exact)
    let snapped = layout.items.map { $0.rect.snapped() }
    #expect(snapped.map(\.minX) == [0, 33, 67] && snapped.map(\.width) == [33, 34, 33])
    let twice = layout.items.map { $0.rect.snapped(scale: 2) }
    #expect(twice.map(\.minX) == [0, 33.5, 66.5])
    #expect(Rect(x: 0, y: 3, width: 33, height: 40).mirrored(in: 100) == Rect(x: 67, y: 3, width: 33, height: 40))
  }

  @Test("have gaps between cells only, insets around them, and align content and items")
  func exact() {
    let grid = TrackGrid(
      tracks: [.pt(50), .fit, .pt(20)], contentMode: .scroll, spacing: GridSpacing(horizontal: 10, vertical: 4),
      insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 6), commonItemsAlignment: .bottomTrailing,
      contentAlignment: .trailing)
    let size = Size(width: 30, height: 12)
    let layout = grid.layout(
      [
        TrackGridItem(size: size), TrackGridItem(size: size, alignment: .topLeading), TrackGridItem(size: size),
        TrackGridItem(span: [2, 2], size: Size(width: 110, height: 60)),
      ], in: Size(width: 200, height: 10))
    #expect(layout.columnSizes.all == [50, 50, 20])
    #expect(layout.rowSizes.all == [12, 28, 28])
    #expect(layout.contentSize == Size(width: 140, height: 76))
    // 200 less 140 and the insets of 8, all of it on the leading side.
    #expect(layout.contentOrigin == Point(x: 54, y: 1))
    #expect(layout.items[1].rect == Rect(x: 114, y: 1, width: 50, height: 12))
    #expect(layout.items[1].frame == Rect(x: 114, y: 1, width: 30, height: 12))
    #expect(layout.items[0].frame == Rect(x: 74, y: 1, width: 30, height: 12))
    #expect(layout.items[3].rect == Rect(x: 54, y: 17, width: 110, height: 60))
    #expect(layout.rowSizes.numbers(from: 12, to: 17) == 1..<2)
    #expect(grid.intrinsicSize(layout.items.map { TrackGridItem(size: $0.frame.size) }).width == 50 + 30 + 20 + 28)
  }

  @Test("know the size of their content for a width, or for none")
  func intrinsic() {
    let items = (0..<6).map { TrackGridItem(size: Size(width: 10 + Double($0) * 10, height: 20)) }
    let grid = TrackGrid(tracks: [.fr(1), .fr(2), .fit], spacing: 5)
    #expect(grid.intrinsicSize(items, across: 300) == Size(width: 300, height: 45))
    // The first column asks for 40 in one part, the second for 50 in two, the third for 60.
    #expect(grid.intrinsicSize(items) == Size(width: 120 + 60 + 10, height: 45))
    let columns = TrackGrid(tracks: [.fr(1), .fr(2), .fit], flow: .columns, spacing: 5)
    let turned = items.map { TrackGridItem(size: Size(width: $0.size.height, height: $0.size.width)) }
    #expect(columns.intrinsicSize(turned) == Size(width: 45, height: 190))
    #expect(TrackGrid(tracks: []).intrinsicSize(items) == .zero)
    let nested = TrackGridItem(size: grid.intrinsicSize(items, across: 300))
    #expect(TrackGrid(contentMode: .scroll).layout([nested], in: Size(width: 300, height: 9)).contentSize.height == 45)
  }

  private static func random(_ random: inout SeededRandom) -> (grid: TrackGrid, items: [TrackGridItem], room: Size) {
    let kinds: [GridTrack] = [.fr(1), .fr(2.5), .pt(50), .fit, .fit]
    let alignments: [Alignment] = [.topLeading, .center, .bottom, .trailing, .bottomTrailing, .leading]
    func number(_ values: [Double]) -> Double { values.randomElement(using: &random)! }
    let tracks = (0..<Int.random(in: 1...5, using: &random)).map { _ in kinds.randomElement(using: &random)! }
    let grid = TrackGrid(
      tracks: tracks, contentMode: Bool.random(using: &random) ? .fill : .scroll,
      flow: Bool.random(using: &random) ? .rows : .columns, packing: Bool.random(using: &random) ? .sparse : .dense,
      spacing: GridSpacing(horizontal: number([0, 5, 7.5]), vertical: number([0, 5, 8])),
      commonItemsAlignment: alignments.randomElement(using: &random)!,
      contentAlignment: alignments.randomElement(using: &random)!,
      arithmetic: Bool.random(using: &random) ? .exact : .exyte)
    let items = (0..<Int.random(in: 0...14, using: &random)).map { _ in
      let item = TrackPlacementWorldsTests.randomItem(&random, span: 4, start: 6, plain: 40)
      return TrackGridItem(
        span: item.span, start: item.start,
        size: Size(width: number([0, 10, 33.5, 120, 400]), height: number([0, 8, 20.25, 90, 300])),
        alignment: Bool.random(using: &random) ? nil : alignments.randomElement(using: &random)!)
    }
    return (grid, items, Size(width: number([0, 100, 320, 800]), height: number([0, 90, 500])))
  }

  @Test("have the lengths of the plain rules")
  func lengths() {
    for seed in 0..<UInt64(2000) {
      var random = SeededRandom(seed: seed)
      let (grid, items, room) = Self.random(&random)
      let layout = grid.layout(items, in: room)
      let plain = ReferenceSizing(grid, items, layout.items.map(\.cell), in: room)
      let isSame = Self.isNear(layout.columnSizes.all, plain.columns) && Self.isNear(layout.rowSizes.all, plain.rows)
      if !isSame {
        Issue.record("\(layout.columnSizes.all) \(layout.rowSizes.all), not \(plain), seed \(seed): \(grid) \(items)")
      }
      for (item, one) in zip(items, layout.items) where grid.arithmetic == .exact {
        let frame = (item.alignment ?? grid.commonItemsAlignment).frame(of: item.size, in: one.rect)
        if one.frame != frame || one.rect.width < 0 || one.rect.height < 0 { Issue.record("\(one), seed \(seed)") }
        for other in layout.items where other != one {
          let shared = Rect(
            x: one.rect.minX + 1e-6, y: one.rect.minY + 1e-6, width: one.rect.width - 2e-6,
            height: one.rect.height - 2e-6)
          if shared.intersects(other.rect) { Issue.record("\(one) over \(other), seed \(seed)") }
        }
      }
    }
  }

  @Test("are transposed with the flow")
  func transposition() {
    func turned(_ size: Size) -> Size { Size(width: size.height, height: size.width) }
    func turned(_ rect: Rect) -> Rect {
      Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
    }
    func turned(_ alignment: Alignment) -> Alignment {
      let horizontal: HorizontalAlignment =
        alignment.vertical == .top ? .leading : alignment.vertical == .center ? .center : .trailing
      let vertical: VerticalAlignment =
        alignment.horizontal == .leading ? .top : alignment.horizontal == .center ? .center : .bottom
      return Alignment(horizontal: horizontal, vertical: vertical)
    }
    for seed in 10_000..<UInt64(11_000) {
      var random = SeededRandom(seed: seed)
      let (grid, items, room) = Self.random(&random)
      let other = TrackGrid(
        tracks: grid.tracks, contentMode: grid.contentMode, flow: grid.flow == .rows ? .columns : .rows,
        packing: grid.packing,
        spacing: GridSpacing(horizontal: grid.spacing.vertical, vertical: grid.spacing.horizontal),
        commonItemsAlignment: turned(grid.commonItemsAlignment), contentAlignment: turned(grid.contentAlignment),
        arithmetic: grid.arithmetic)
      let one = grid.layout(items, in: room)
      let two = other.layout(
        items.map { item in
          TrackGridItem(
            span: GridSpan(column: item.span.row, row: item.span.column),
            start: item.start.map { GridStart(column: $0.row, row: $0.column) }, size: turned(item.size),
            alignment: item.alignment.map(turned))
        }, in: turned(room))
      #expect(two.items.map { turned($0.rect) } == one.items.map(\.rect), "seed \(seed)")
      #expect(two.items.map { turned($0.frame) } == one.items.map(\.frame), "seed \(seed)")
      #expect(two.contentSize == turned(one.contentSize) && two.order == one.order)
    }
  }

  @Test("take any numbers, and spans of billions, without a trap or a negative size")
  func wild() {
    let wild: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e-300, 1, 3e12, .greatestFiniteMagnitude]
    let far: [Int64] = [.min, 0, 1, 2, 1_000_000_000, .max]
    for seed in 0..<UInt64(1000) {
      var random = SeededRandom(seed: seed)
      func number() -> Double { wild.randomElement(using: &random)! }
      let tracks: [GridTrack] = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        [.fr(number()), .pt(number()), .fit].randomElement(using: &random)!
      }
      let grid = TrackGrid(
        tracks: tracks, contentMode: Bool.random(using: &random) ? .fill : .scroll,
        spacing: GridSpacing(horizontal: number(), vertical: number()),
        insets: EdgeInsets(top: number(), leading: number(), bottom: number(), trailing: number()),
        arithmetic: Bool.random(using: &random) ? .exact : .exyte)
      let items = (0..<5).map { _ in
        TrackGridItem(
          span: GridSpan(column: far.randomElement(using: &random)!, row: far.randomElement(using: &random)!),
          start: GridStart(column: far.randomElement(using: &random)!, row: far.randomElement(using: &random)!),
          size: Size(width: number(), height: number()))
      }
      let layout = grid.layout(items, in: Size(width: number(), height: number()))
      #expect(layout.items.count == (tracks.isEmpty ? 0 : 5))
      for item in layout.items {
        for rect in [item.rect, item.frame] {
          let isSound =
            rect.width >= 0 && rect.height >= 0 && rect.minX.isFinite && rect.minY.isFinite && rect.maxX.isFinite
            && rect.maxY.isFinite
          if !isSound { Issue.record("\(item), seed \(seed)") }
        }
      }
      let size = grid.intrinsicSize(items)
      #expect(size.width >= 0 && size.height >= 0 && size.width.isFinite && size.height.isFinite)
    }
  }
}
