internal import GridLayout
internal import GridStore

extension LayoutSpec {
  /// Writes the answer as one JSON object.
  ///
  /// - Throws: ``LayoutError``, and then nothing was written.
  package func write(_ writer: inout JSONWriter) throws(LayoutError) {
    let lines = try lines(in: viewport)
    var replay = JSONWriter()
    var diagnostics = diagnostics
    if let replayed {
      for text in try write(replayed, &replay) where !diagnostics.contains(text) { diagnostics.append(text) }
    }
    writer.object {
      $0.name("contentSize")
      $0.size(grid.contentSize)
      $0.name("tracks")
      $0.array {
        for track in grid.tracks {
          $0.object {
            $0.name("offset")
            // Offsets are where tracks are drawn.
            let isMirrored = grid.axis == .vertical && grid.layoutDirection == .rightToLeft
            $0.number(isMirrored ? grid.tracks.reportedLength - track.end : track.offset)
            $0.name("length")
            $0.number(track.length)
          }
        }
      }
      write(lines, &$0)
      $0.name("diagnostics")
      $0.array { for diagnostic in diagnostics { $0.string(diagnostic) } }
      if replayed != nil {
        $0.name("steps")
        $0.raw(replay.bytes)
      }
    }
  }

  /// What meets an interval, or all there is.
  func lines(in interval: VisibleInterval?) throws(LayoutError) -> [WindowLine] {
    guard let interval else { return grid.allLines() }
    let lines = grid.window(interval, pinned: pinned, limit: LayoutSpec.mostCells + 1)
    let cells = lines.reduce(0) { $0 + $1.items.count }
    if max(cells, lines.count) > LayoutSpec.mostCells { throw LayoutSpec.tooMany("\(max(cells, lines.count)) cells") }
    return lines
  }

  /// Writes the members `cells` and `supplementary` for lines in the order of the content.
  func write(_ lines: [WindowLine], _ writer: inout JSONWriter) {
    writer.name("cells")
    writer.array {
      for line in lines {
        for index in line.items {
          let frame = grid.frame(of: index, in: line)
          $0.object {
            $0.name("index")
            $0.integer(index)
            $0.name("line")
            $0.integer(line.line)
            $0.name("track")
            let track = Int(index - line.items.lowerBound)
            $0.integer(Int64(track))
            $0.rect(frame)
            if let size = sizes[index] {
              $0.name("item")
              let item = grid.alignment(ofTrack: track).frame(of: size, in: frame, grid.layoutDirection)
              $0.object { $0.rect(item) }
            }
          }
        }
      }
    }
    writer.name("supplementary")
    writer.array {
      for line in lines where line.kind != .items {
        $0.object {
          $0.name("kind")
          $0.string(line.kind == .header ? "header" : "footer")
          $0.name("section")
          $0.integer(Int64(line.section ?? 0))
          $0.rect(grid.frame(of: line))
          $0.name("pinned")
          $0.bool(line.isPinned)
        }
      }
    }
  }

  var gridDiagnostics: [String] { grid.tracks.diagnostics.map(\.text) + grid.diagnostics.map(\.text) }

  private var diagnostics: [String] {
    var texts = gridDiagnostics
    if let viewport {
      if !(viewport.end > viewport.start) { texts.append("the viewport has no length") }
      if viewport.start + viewport.insetStart < 0 { texts.append("the viewport starts before the content") }
      if viewport.end - viewport.insetEnd > grid.contentLength { texts.append("the viewport ends past the content") }
    }
    return texts
  }
}
