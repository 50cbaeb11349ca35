internal import CSQLite

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    self = Data(try [UInt8](column: column, of: row))
  }
}

extension Date: ColumnDecodable {
  /// Text like `2026-03-01`, `2026-03-01 12:30:00.250` or `2026-03-01T12:30:00Z`, in UTC unless it says
  /// otherwise; or a number of seconds since 1970.
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    switch row.statement.type(column) {
    case SQLITE_INTEGER, SQLITE_FLOAT: self.init(timeIntervalSince1970: row.statement.real(column))
    case SQLITE_TEXT:
      guard let date = Date(databaseText: row.statement.text(column)) else { throw row.mismatch(column, "a date") }
      self = date
    default: throw row.mismatch(column, "a date")
    }
  }
}

extension UUID: ColumnDecodable {
  /// Text, or a blob of 16 bytes.
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    switch row.statement.type(column) {
    case SQLITE_TEXT:
      guard let uuid = UUID(uuidString: row.statement.text(column)) else { throw row.mismatch(column, "a UUID") }
      self = uuid
    case SQLITE_BLOB:
      let b = row.statement.blob(column)
      guard b.count == 16 else { throw row.mismatch(column, "a UUID") }
      self.init(
        uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
    default: throw row.mismatch(column, "a UUID")
    }
  }
}

extension URL: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    guard let url = URL(string: try String(column: column, of: row)) else { throw row.mismatch(column, "a URL") }
    self = url
  }
}

extension Decimal: ColumnDecodable {
  /// Text keeps every digit; a real number brings those it has.
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    let text: String
    switch row.statement.type(column) {
    case SQLITE_INTEGER: text = "\(row.statement.integer(column))"
    case SQLITE_FLOAT: text = "\(row.statement.real(column))"
    case SQLITE_TEXT: text = row.statement.text(column)
    default: throw row.mismatch(column, "a decimal number")
    }
    guard let number = Decimal(string: text) else { throw row.mismatch(column, "a decimal number") }
    self = number
  }
}

extension Date {
  /// Reads the forms that [SQLite's own functions](https://sqlite.org/lang_datefunc.html#time_values) read.
  init?(databaseText text: String) {
    let bytes = Array(text.utf8)
    var at = 0
    func digits(_ count: Int) -> Int? {
      guard at + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[at..<at + count] {
        guard 48...57 ~= byte else { return nil }
        value = value * 10 + Int(byte) - 48
      }
      at += count
      return value
    }
    func take(_ characters: String) -> Bool {
      guard at < bytes.count, characters.utf8.contains(bytes[at]) else { return false }
      at += 1
      return true
    }
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
      1...12 ~= month, 1...31 ~= day
    else { return nil }
    var seconds = 0.0
    if at < bytes.count {
      guard take("T "), let hour = digits(2), take(":"), let minute = digits(2), hour < 24, minute < 60 else {
        return nil
      }
      seconds = Double(hour * 3600 + minute * 60)
      if take(":") {
        guard let second = digits(2), second < 60 else { return nil }
        seconds += Double(second)
        if take(".") {
          var unit = 0.1
          let start = at
          while let digit = digits(1) {
            seconds += Double(digit) * unit
            unit /= 10
          }
          if at == start { return nil }
        }
      }
      if !take("Z"), at < bytes.count {
        let isBehind = bytes[at] == UInt8(ascii: "-")
        guard take("+-"), let hours = digits(2) else { return nil }
        _ = take(":")
        guard let minutes = digits(2) else { return nil }
        seconds += Double((hours * 3600 + minutes * 60) * (isBehind ? 1 : -1))
      }
      guard at == bytes.count else { return nil }
    }
    // Days since 1970 in the Gregorian calendar, the year taken to begin in March.
    let y = month <= 2 ? year - 1 : year
    let m = (month + 9) % 12
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719_468
    self.init(timeIntervalSince1970: Double(days) * 86400 + seconds)
  }
}
