internal import GridStore
internal import LazyGrid

extension JSONWriter {
  mutating func count(_ count: Count) {
    name("count")
    object {
      $0.name("value")
      $0.integer(Int64(count.value))
      $0.name("kind")
      $0.string(count.kind.rawValue)
    }
  }

  mutating func item(_ item: ItemValues) {
    object {
      for (name, value) in zip(item.names, item.values) {
        $0.name(name)
        $0.value(value)
      }
    }
  }

  mutating func frame(_ frame: Rect) {
    member("x", frame.minX)
    member("y", frame.minY)
    member("width", frame.width)
    member("height", frame.height)
  }

  mutating func member(_ name: String, _ number: Double) {
    self.name(name)
    self.number(number)
  }

  mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    integer(Int64(number))
  }

  mutating func member(_ name: String, _ text: String) {
    self.name(name)
    string(text)
  }

  /// What the windows of all grids say before their cells.
  mutating func head(
    table: String, order: String, generation: Generation, count: Count, contentSize: Size, certainty: Certainty,
    offset: Double, fraction: Double, anchor: ScrollPlace?, isClamped: Bool, origin: Point,
    tracks: some Sequence<Track>, visible: Range<Int>
  ) {
    member("table", table)
    member("order", order)
    member("generation", generation.token)
    self.count(count)
    name("content")
    object {
      $0.member("width", contentSize.width)
      $0.member("height", contentSize.height)
      $0.member("kind", certainty.rawValue)
    }
    name("position")
    object {
      $0.member("offset", offset)
      $0.member("fraction", fraction)
      $0.name("anchor")
      if let anchor {
        $0.object {
          $0.member("index", anchor.index)
          $0.name("key")
          $0.key(anchor.key.values ?? [])
          $0.member("delta", anchor.delta)
        }
      } else {
        $0.null()
      }
      $0.name("clamped")
      $0.bool(isClamped)
    }
    name("origin")
    object {
      $0.member("x", origin.x)
      $0.member("y", origin.y)
    }
    name("tracks")
    array {
      for track in tracks {
        $0.object {
          $0.member("offset", track.offset)
          $0.member("length", track.length)
        }
      }
    }
    name("visible")
    object {
      $0.member("first", visible.lowerBound)
      $0.member("end", visible.upperBound)
    }
  }

  /// A window as the contract has it.
  mutating func window(_ window: GridWindow<ItemValues>) {
    object {
      $0.head(
        table: window.table, order: window.order, generation: window.generation, count: window.count,
        contentSize: window.contentSize, certainty: window.certainty, offset: window.layout.offset,
        fraction: window.layout.fraction, anchor: window.anchor, isClamped: window.isClamped,
        origin: window.layout.origin, tracks: window.layout.grid.tracks, visible: window.visible)
      $0.name("cells")
      $0.array {
        for cell in window.cells {
          $0.object {
            $0.member("index", cell.index)
            $0.name("key")
            $0.key(cell.key.values ?? [])
            $0.member("line", cell.line)
            $0.member("track", cell.track)
            $0.member("slot", cell.slot)
            $0.name("frame")
            $0.object { $0.frame(cell.frame) }
            $0.name("item")
            $0.item(cell.item)
          }
        }
      }
      $0.name("supplementary")
      $0.array {
        for line in window.supplementary {
          $0.object {
            $0.member("kind", line.kind.rawValue)
            $0.name("section")
            $0.object {
              $0.member("index", line.section)
              $0.name("value")
              $0.value(line.item.as(Value.self) ?? .null)
              $0.member("count", line.items.count)
            }
            $0.name("frame")
            $0.object { $0.frame(line.frame) }
            $0.name("pinned")
            $0.bool(line.isPinned)
          }
        }
      }
    }
  }
}
