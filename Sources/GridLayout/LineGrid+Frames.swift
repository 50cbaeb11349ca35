extension LineGrid {
  /// Returns the point of the content that frames relative to a line count from.
  ///
  /// It lies at the start of the line, and on the other axis at that of the content's own coordinates.
  ///
  /// - Precondition: `line` is one of the grid's lines.
  /// - Complexity: O(log *n*).
  public func origin(ofLine line: Int64) -> Point { axes.point(at: start(ofLine: line), contentLength) }

  /// Returns the frame of an item's cell in the coordinates of the content, in points.
  ///
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(log *n*).
  public func frame(of index: Int64) -> Rect {
    let band = band(ofItem: index)
    return frame(
      at: self.index.start(of: band), length: band.length, track: Int(index - self.index.firstItem(of: band)))
  }

  /// Returns the frame of an item's cell counted from ``origin(ofLine:)``, in points.
  ///
  /// What lies between the line and the item is added up by itself, so the answer is exact at any depth.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - line: The line whose start is zero.
  /// - Precondition: `index` is one of the grid's items, `line` one of its lines.
  /// - Complexity: O(log *n*), and O(*d*) for lines that are *d* apart, up to some thousands.
  public func frame(of index: Int64, relativeToLine line: Int64) -> Rect {
    var visits = NodeVisits()
    let band = band(ofItem: index)
    let start = self.index.distance(from: self.band(ofLine: line), to: band, &visits)
    return axes.frame(
      at: axes.growsLeftward ? -start - band.length : start, length: band.length,
      track: Int(index - self.index.firstItem(of: band)))
  }

  /// Returns the frame of an item of its own size inside of its cell, in points.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - size: The item's own size, in points. One larger than its cell overhangs by the same rule.
  ///   - cell: The item's cell, in any coordinates; the answer is in the same.
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(log *n*).
  public func itemFrame(of index: Int64, size: Size, in cell: Rect) -> Rect {
    alignment(ofTrack: track(of: index)).frame(of: size, in: cell, layoutDirection)
  }

  /// Returns where items stand in the cells of a track.
  ///
  /// A track that doesn't say inherits the grid's alignment across and centers along the main axis, as in SwiftUI.
  ///
  /// - Precondition: `track` is one of the grid's tracks.
  public func alignment(ofTrack track: Int) -> Alignment { axes.alignment(ofTrack: track) }

  /// Returns the frame of a section's header where nothing pins it, in the coordinates of the content, in points.
  ///
  /// - Returns: nil where the section has no header, or the grid no tracks.
  /// - Precondition: `section` is one of the grid's sections.
  /// - Complexity: O(log *n*).
  public func frame(ofHeader section: Int) -> Rect? { frame(of: .header, section) }

  /// Returns the frame of a section's footer where nothing pins it, in the coordinates of the content, in points.
  ///
  /// - Returns: nil where the section has no footer, or the grid no tracks.
  /// - Precondition: `section` is one of the grid's sections.
  /// - Complexity: O(log *n*).
  public func frame(ofFooter section: Int) -> Rect? { frame(of: .footer, section) }

  private func frame(of kind: LineIndex.Block.Kind, _ section: Int) -> Rect? {
    precondition(section >= 0 && section < sectionCount, "the section is not one of the grid's")
    var visits = NodeVisits()
    let blocks = index.blocks(ofPart: index.sectionParts[section], &visits)
    guard let block = kind == .header ? blocks.first : blocks.last, index.blocks[block].kind == kind else { return nil }
    let band = index.firstBand(ofBlock: block, &visits)
    return frameAcross(at: index.start(of: band), length: band.length)
  }

  /// Returns the item whose cell holds a point; where cells overlap, the last one, which is drawn over the others.
  ///
  /// Pinned headers and footers, which are drawn over cells, are not looked at.
  ///
  /// - Parameter point: In the coordinates of the content, in points.
  /// - Returns: nil in a gap, in the insets, in the free end of a short line, in a header or footer, and outside.
  /// - Complexity: O(log *n* + log *t*), where *t* is the number of tracks, and O(1) for each line that holds the point.
  ///   Where negative gaps put tracks out of order, O(*t*).
  public func index(at point: Point) -> Int64? {
    var visits = NodeVisits()
    let (main, cross) = axis == .vertical ? (point.y, point.x) : (point.x, point.y)
    let tracks = axes.tracks(from: cross, to: cross.nextUp)
    let offset = axes.growsLeftward ? contentLength - main : main
    guard !offset.isNaN else { return nil }
    // A mirrored edge is rounded once more, so its neighbours are looked at as well.
    let slack = axes.growsLeftward ? contentLength.ulp * 4 : 0
    var next = index.lastBand(startingBefore: (offset + slack).nextUp, &visits)
    while let band = next, !(index.end(of: band) < offset - slack) || band.length <= 0 {
      if band.isLine, band.length > 0 {
        let first = index.firstItem(of: band)
        let end = max(min(tracks.upperBound, Int(band.items)), tracks.lowerBound)
        for track in (tracks.lowerBound..<end).reversed() {
          let frame = frame(at: index.start(of: band), length: band.length, track: track)
          if frame.contains(point) { return first + Int64(track) }
        }
      }
      next = index.bandWithLength(before: band, &visits)
    }
    return nil
  }

  /// The frame of a cell in a line whose start and length are known.
  func frame(at start: Double, length: Double, track: Int) -> Rect {
    axes.frame(at: axes.growsLeftward ? contentLength - start - length : start, length: length, track: track)
  }

  func frameAcross(at start: Double, length: Double) -> Rect {
    axes.frameAcross(at: axes.growsLeftward ? contentLength - start - length : start, length: length)
  }
}
