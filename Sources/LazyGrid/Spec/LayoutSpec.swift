internal import GridLayout
internal import GridStore

/// A layout of a lazy grid as JSON says it, and the answer in JSON.
///
/// Numbers are points; absent members have their defaults, unknown ones are an error. What a grid replaces in its input is
/// no error: the answer says it among its diagnostics.
package struct LayoutSpec {
  var grid: LineGrid
  /// The items' own sizes, where the spec gives them.
  var sizes: NaturalSizes
  let pinned: PinnedViews
  /// What is in sight; nil for all of the content.
  let viewport: VisibleInterval?
  /// The length of the container along the axis.
  private let containerLength: Double
  /// The events to replay; nil where the spec has none.
  private(set) var replayed: [LayoutStep]?

  /// The most cells that an answer lists.
  static let mostCells = 1_000_000

  package init(_ json: JSON) throws(LayoutError) {
    var members = try SpecMembers(json, path: "the spec")
    let kind = try members.text("grid") ?? "lazy"
    guard kind == "lazy" else {
      throw LayoutError("the grid '\(kind)' is not laid out yet; \"lazy\" and \"equal\" are")
    }
    let axis = try members.choice("axis", ["vertical": Axis.vertical, "horizontal": .horizontal]) ?? .vertical
    let items = try LayoutSpec.tracks(try members.array("tracks") ?? [])
    let spacing = try members.number("spacing")
    let alignment = try LayoutSpec.alignment(&members) ?? .center
    pinned = try LayoutSpec.pinnedViews(try members.array("pinnedViews") ?? [])
    guard let container = try members.container() else {
      throw LayoutError("the spec has no container; write \"container\":{\"width\":390,\"height\":844}")
    }
    let insets = try members.insets() ?? .zero
    let direction =
      try members.choice("layoutDirection", ["leftToRight": LayoutDirection.leftToRight, "rightToLeft": .rightToLeft])
      ?? .leftToRight
    let resolution =
      try members.choice("resolution", ["onePass": TrackResolution.onePass, "twoPass": .twoPass]) ?? .onePass
    var content = SpecContent(axis: axis)
    try content.read(try members.array("content") ?? [])
    viewport = try LayoutSpec.viewport(&members, length: axis == .vertical ? container.height : container.width)
    if let events = try members.array("steps") {
      var steps: [LayoutStep] = []
      for (i, event) in events.enumerated() { steps.append(try LayoutStep(event, path: "steps[\(i)]", axis: axis)) }
      replayed = steps
    }
    try members.finish()
    containerLength = axis == .vertical ? container.height : container.width
    sizes = content.sizes
    grid = LineGrid(
      axis: axis, items: items, content: content.parts,
      crossLength: axis == .vertical ? container.width : container.height, insets: insets, spacing: spacing,
      alignment: alignment, layoutDirection: direction, resolution: resolution)
    if grid.count > LayoutSpec.mostCells, viewport == nil { throw LayoutSpec.tooMany("\(grid.count) cells") }
  }

  /// What is in sight before the first step.
  var firstInterval: VisibleInterval { viewport ?? VisibleInterval(start: 0, length: containerLength) }

  static func tooMany(_ cells: String) -> LayoutError {
    LayoutError("\(cells) are too many to list at once; give a viewport, or a shorter one")
  }

  private static func pinnedViews(_ names: [JSON]) throws(LayoutError) -> PinnedViews {
    var pinned: PinnedViews = []
    for name in names {
      switch name {
      case .string("sectionHeaders"): pinned.insert(.sectionHeaders)
      case .string("sectionFooters"): pinned.insert(.sectionFooters)
      default: throw LayoutError("pinnedViews has other than sectionHeaders and sectionFooters")
      }
    }
    return pinned
  }

  private static func viewport(
    _ members: inout SpecMembers, length: Double
  ) throws(LayoutError) -> VisibleInterval? {
    guard var place = try members.object("viewport") else { return nil }
    let viewport = VisibleInterval(
      start: try place.number("offset") ?? 0, length: try place.number("length") ?? length,
      insetStart: try place.number("insetStart") ?? 0, insetEnd: try place.number("insetEnd") ?? 0)
    try place.finish()
    return viewport
  }
}
