/// A type whose values are made from rows, column by column.
///
///     struct Product: RowDecodable {
///       let id: Int, name: String, rating: Double?
///
///       static let columns = ["id", "name", "rating"]
///       init(row: borrowing Row) throws(StoreError) {
///         id = try row[0]
///         name = try row[1]
///         rating = try row[2]
///       }
///     }
///
/// Any `Decodable` type is read as well, without writing this; it costs about a microsecond an item
/// more.
public protocol RowDecodable: Sendable {
  /// The columns that ``init(row:)`` reads, in its order.
  static var columns: [String] { get }
  /// Makes a value of the row that is being read.
  init(row: borrowing Row) throws(StoreError)
}

/// A type that one column is read as.
public protocol ColumnDecodable {
  /// - Throws: ``StoreError`` of kind `decoding` where the value is NULL or does not fit.
  init(column: Int, of row: borrowing Row) throws(StoreError)
}
