/// Why pages cannot be read, or cannot be believed.
///
/// Never an error of the user's: whoever meets one lets SQLite scan instead, and reports it.
package struct PageFault: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// This file, library or way of opening gives no pages.
    case unavailable
    /// A page is not what its tree needs it to be.
    case damaged
    /// Reading failed.
    case input
    /// Somebody committed between two slices of a walk.
    case moved
  }
  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
