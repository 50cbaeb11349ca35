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

  /// A window as the contract has it.
  mutating func window(_ window: GridWindow<ItemValues>) {
    object {
      $0.member("table", window.table)
      $0.member("order", window.order)
      $0.member("generation", window.generation.token)
      $0.count(window.count)
      $0.name("content")
      $0.object {
        $0.member("width", window.contentSize.width)
        $0.member("height", window.contentSize.height)
        $0.member("kind", window.certainty.rawValue)
      }
      $0.name("position")
      $0.object {
        $0.member("offset", window.layout.offset)
        $0.member("fraction", window.layout.fraction)
        $0.name("anchor")
        if let anchor = window.anchor {
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
        $0.bool(window.isClamped)
      }
      $0.name("origin")
      $0.object {
        $0.member("x", window.layout.origin.x)
        $0.member("y", window.layout.origin.y)
      }
      $0.name("tracks")
      $0.array {
        for track in window.layout.grid.tracks {
          $0.object {
            $0.member("offset", track.offset)
            $0.member("length", track.length)
          }
        }
      }
      $0.name("visible")
      $0.object {
        $0.member("first", window.visible.lowerBound)
        $0.member("end", window.visible.upperBound)
      }
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
