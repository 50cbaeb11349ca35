public import GridStore

/// What a cell is known by from window to window: the key of a row, or the id of a value in memory.
///
///     scroll.keep = [412_345, "AB-7", ["bash", "5.2"]]        // keys of rows, one of several columns
///     scroll.keep = [CellKey(product.id)]                     // any id
///
/// An id that is a whole number or a text is the same as the key of a row that has it.
public struct CellKey: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    /// A key of one whole number, as most tables have it; it needs no memory of its own.
    case integer(Int64)
    /// Any other key of a row.
    case values([Value])
    case id(AnyID)
    /// Ids inside one another, and how many cells with the same ones come before.
    case path([CellKey], ordinal: Int)
  }
  private let kind: Kind

  /// Takes the key of a row: a value for each column of the table's key.
  public init(values: [Value]) {
    if values.count == 1, case .integer(let number) = values[0] {
      kind = .integer(number)
    } else {
      kind = .values(values)
    }
  }

  /// The key of a row of a page.
  init(_ keys: RowKeys, _ position: Int) {
    if keys.width == 1, case .integer(let number) = keys.values[position] {
      kind = .integer(number)
    } else {
      kind = .values(keys[position])
    }
  }

  /// Takes an id of any type.
  public init(_ id: some Hashable & Sendable) {
    if let key = id as? CellKey {
      self = key
    } else if let text = id as? String {
      kind = .values([.text(text)])
    } else if let number = id as? any BinaryInteger, let integer = Int64(exactly: number) {
      kind = .integer(integer)
    } else {
      kind = .id(AnyID(id))
    }
  }

  /// Takes the ids of what a cell stands in, from the outermost in.
  ///
  ///     CellKey(path: ["fruit", "apple"], ordinal: 0)    // the first cell of an apple in a group called fruit
  ///
  /// - Parameters:
  ///   - path: The ids; a single one is the key of its first cell.
  ///   - ordinal: How many cells come before that stand in all of the same.
  public init(path: [CellKey], ordinal: Int) {
    if path.count == 1, ordinal == 0 { self = path[0] } else { kind = .path(path, ordinal: ordinal) }
  }

  /// The ids of what the cell stands in, from the outermost in, if there are several, or several cells in one.
  public var path: [CellKey]? {
    if case .path(let path, _) = kind { return path }
    return nil
  }

  /// The key of a row; nil for an id that no row could have.
  public var values: [Value]? {
    switch kind {
    case .integer(let number): [.integer(number)]
    case .values(let values): values
    case .id, .path: nil
    }
  }
}

extension CellKey: ExpressibleByArrayLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(arrayLiteral values: Value...) { self.init(values: values) }
  public init(integerLiteral value: Int64) { self.init(values: [.integer(value)]) }
  public init(stringLiteral value: String) { self.init(values: [.text(value)]) }
}

extension CellKey: CustomStringConvertible {
  /// The key as the command line writes it, or the id as it describes itself.
  public var description: String {
    switch kind {
    case .integer(let number): Value.keyText([.integer(number)])
    case .values(let values): Value.keyText(values)
    case .id(let id): "\(id.base)"
    case .path(let path, let ordinal):
      path.map(\.description).joined(separator: "/") + (ordinal > 0 || path.isEmpty ? "#\(ordinal)" : "")
    }
  }
}

/// An id of any type.
private struct AnyID: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: any Hashable & Sendable) { self.base = base }

  static func == (a: AnyID, b: AnyID) -> Bool { AnyHashable(a.base) == AnyHashable(b.base) }
  func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
