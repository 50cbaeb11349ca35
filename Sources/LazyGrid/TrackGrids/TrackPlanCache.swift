internal import GridLayout
internal import GridStore

/// Keeps what a track grid was laid out from last: its items, their places, and all lengths, each until what it follows
/// from changes.
final class TrackPlanCache<Item: Sendable>: Sendable {
  /// What places follow from beside the items.
  private struct Flow: Hashable {
    /// The number of the items.
    let items: UInt64
    let tracks: Int
    let flow: GridFlow
    let packing: GridPacking
  }

  private struct Inputs: Hashable {
    /// The number of the items.
    let items: UInt64
    let settings: TrackSettings
    let container: Size
  }

  private let items = PlanCache<Generation?, TrackItems<Item>>()
  private let placements = PlanCache<Flow, SharedPlacement>()
  private let plans = PlanCache<Inputs, TrackPlan<Item>>()

  private struct SizeInputs: Hashable {
    let items: UInt64
    let settings: TrackSettings
    let across: Double?
  }

  // Grids inside grids are asked twice by each that they stand in, which would double with every level.
  private let idealSizes = PlanCache<SizeInputs, Size>()
  private let sizes = PlanCache<SizeInputs, Size>()

  func intrinsicSize(
    _ settings: TrackSettings, _ across: Double?, _ items: TrackItems<Item>, make: () throws -> Size
  ) rethrows -> Size {
    try (across == nil ? idealSizes : sizes).plan(
      SizeInputs(items: items.number, settings: settings, across: across), make: make)
  }

  /// The items; in a read of their lists, if there are any.
  func items(_ content: AnyGridContent<Item>, _ generation: Generation?) throws -> TrackItems<Item> {
    if let kept = items.kept(for: generation), kept.isCurrent(in: generation) { return kept }
    // Cells that were built of the same state are not built again, and those of another are estimates.
    let previous = items.latest
    let made = try TrackItems(
      content, generation: generation, after: previous?.plan.built, ofSameState: previous?.inputs == generation)
    items.keep(made, for: generation)
    return made
  }

  /// The grid as it is laid out in a container; in a read of its lists, if there are any.
  func plan(
    _ content: AnyGridContent<Item>, _ settings: TrackSettings, in container: Size, _ generation: Generation?,
    contentMode: GridContentMode? = nil
  ) throws -> TrackPlan<Item> {
    var settings = settings
    if let contentMode { settings.initial.contentMode = contentMode }
    var room = container
    if settings.contentMode == .scroll {
      // What is in sight along the lines changes no length.
      if settings.flow == .rows { room.height = 0 } else { room.width = 0 }
    }
    let items = try self.items(content, generation)
    return try plans.plan(Inputs(items: items.number, settings: settings, container: room)) {
      let grid = settings.grid()
      let flow = Flow(items: items.number, tracks: grid.tracks.count, flow: grid.flow, packing: grid.packing)
      let placement = placements.plan(flow) {
        SharedPlacement(
          TrackPlacement(
            count: Int64(items.count), tracks: grid.tracks.count, flow: grid.flow, packing: grid.packing,
            declared: items.declared))
      }
      return try TrackPlan(settings, items, placement, in: room)
    }
  }
}
