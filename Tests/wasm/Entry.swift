// What JavaScript calls in the geometry that is compiled to wasm32 beside this file, as one module with it. A grid goes
// in and its frames come out through one buffer of doubles; counts and indexes are Int64, as they are in the library.

/// How many doubles the buffer holds.
private let capacity = 16_384
nonisolated(unsafe) private let buffer = UnsafeMutableBufferPointer<Double>.allocate(capacity: capacity)

@_cdecl("buffer_start")
public func bufferStart() -> UnsafeMutablePointer<Double>? { unsafe buffer.baseAddress }

/// The grid items in the buffer: kind (0 fixed, 1 flexible, 2 adaptive), two lengths, whether there is a spacing, and it.
private func gridItems(_ count: Int32) -> [GridItem] {
  (0..<Int(count)).map { i in
    let (kind, first, second) = unsafe (buffer[i * 5], buffer[i * 5 + 1], buffer[i * 5 + 2])
    let size: GridItem.Size =
      kind == 0
      ? .fixed(first)
      : kind == 1 ? .flexible(minimum: first, maximum: second) : .adaptive(minimum: first, maximum: second)
    return GridItem(size, spacing: unsafe buffer[i * 5 + 3] == 0 ? nil : unsafe buffer[i * 5 + 4])
  }
}

/// Resolves the grid items in the buffer, and writes over them: the content, the reported length, and each track.
///
/// - Returns: The number of tracks.
@_cdecl("resolve_tracks")
public func resolveTracks(_ count: Int32, _ length: Double, _ fraction: Double, _ passes: Int32) -> Int32 {
  let tracks = Tracks(
    gridItems(count), in: length, fraction: fraction, resolution: passes == 2 ? .twoPass : .onePass)
  unsafe buffer[0] = tracks.contentLength
  unsafe buffer[1] = tracks.reportedLength
  for (i, track) in tracks.enumerated() {
    unsafe buffer[2 + i * 2] = track.offset
    unsafe buffer[3 + i * 2] = track.length
  }
  return Int32(tracks.count)
}

private func put(_ frame: Rect, at i: Int) {
  unsafe buffer[i] = frame.minX
  unsafe buffer[i + 1] = frame.minY
  unsafe buffer[i + 2] = frame.width
  unsafe buffer[i + 3] = frame.height
}

/// Makes a vertical grid of the items in the buffer, and writes over them: its height, the frame of an item, and the
/// same relative to the item's own line.
///
/// - Returns: The item at the corner of that frame.
@_cdecl("uniform_frame")
public func uniformFrame(_ items: Int32, _ width: Double, _ count: Int64, _ length: Double, _ index: Int64) -> Int64 {
  let grid = UniformGrid(
    axis: .vertical, items: gridItems(items), count: count, lineLength: length, crossLength: width)
  let frame = grid.frame(of: index)
  unsafe buffer[0] = grid.contentLength
  put(frame, at: 1)
  put(grid.frame(of: index, relativeToLine: grid.line(of: index)), at: 5)
  return grid.index(at: frame.origin) ?? -1
}

/// Lays out an equal grid whose insets are in the buffer, top, leading, bottom and trailing; writes the size of a cell and
/// the frames of its items.
@_cdecl("equal_frames")
public func equalFrames(
  _ columns: Int32, _ rows: Int32, _ border: Double, _ width: Double, _ height: Double, _ count: Int64
) {
  let insets = unsafe EdgeInsets(top: buffer[0], leading: buffer[1], bottom: buffer[2], trailing: buffer[3])
  let layout = EqualGrid(columns: Int(columns), rows: Int(rows), borderWidth: border, insets: insets).layout(
    in: Size(width: width, height: height), count: count)
  unsafe buffer[0] = layout.cell.width
  unsafe buffer[1] = layout.cell.height
  for index in 0..<count { put(layout.frame(of: index), at: 2 + Int(index) * 4) }
}

/// What Hashable seeds itself with. A page has no secrets to keep from itself, and the C library's would be imports.
@_cdecl("arc4random_buf")
public func fillWithNothing(_ start: UnsafeMutableRawPointer, _ count: Int) {
  unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
}
