internal import GridStore

/// A layout of any kind of grid as JSON says it, and the answer in JSON; `grid` says which kind, and is lazy where absent.
package enum GridSpec {
  case lazy(LayoutSpec)
  case equal(EqualGridSpec)
  case tracks(TrackGridSpec)

  package init(_ json: JSON) throws(LayoutError) {
    switch json["grid"] {
    case .string("equal"): self = .equal(try EqualGridSpec(json))
    case .string("tracks"): self = .tracks(try TrackGridSpec(json))
    case .string(let kind) where kind != "lazy":
      throw LayoutError("there is no grid '\(kind)'; there are lazy, tracks and equal")
    default: self = .lazy(try LayoutSpec(json))
    }
  }

  /// Writes the answer as one JSON object.
  package func write(_ writer: inout JSONWriter) throws(LayoutError) {
    switch self {
    case .lazy(let spec): try spec.write(&writer)
    case .equal(let spec): spec.write(&writer)
    case .tracks(let spec): spec.write(&writer)
    }
  }
}
