#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes a `Decodable` type from a row: a key for a column.
///
/// Dates, UUIDs, URLs, decimals, data and truth values are read as GRDB's users know them; any other
/// nested type is JSON in a column of text.
struct RowDecoder: Decoder {
  let columns: DecodedColumns
  let statement: Statement
  let origin: RowOrigin

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedColumns<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw StoreError(.decoding, "a row is decoded by the names of its columns; this type asks for a list")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw StoreError(.decoding, "a row is decoded by the names of its columns; this type asks for one value")
  }
}

/// Which columns a type asks for, learned from the first row it is decoded from.
final class DecodedColumns {
  private(set) var names: [String]
  /// While learning, every column of the table is at hand.
  var isLearning: Bool
  private(set) var asked: [String] = []
  /// Where the next key most likely is: a type asks in the same order every time.
  private var next = 0

  init(_ names: [String], isLearning: Bool) {
    self.names = names
    self.isLearning = isLearning
  }

  func place(of key: String) -> Int? {
    // An optional is asked for up to three times: is it there, is it NULL, what is it.
    if next > 0, names[next - 1] == key { return next - 1 }
    if next < names.count, names[next] == key {
      next += 1
      if isLearning, !asked.contains(key) { asked.append(key) }
      return next - 1
    }
    let place = names.firstIndex(of: key) ?? names.firstIndex { $0.asciiLowercased == key.asciiLowercased }
    if let place {
      next = place + 1
      if isLearning, !asked.contains(names[place]) { asked.append(names[place]) }
    }
    return place
  }

  func beginRow() { next = 0 }
}

private struct KeyedColumns<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.columns.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { decoder.columns.place(of: key.stringValue) != nil }

  func place(_ key: Key) throws -> Int {
    if let place = decoder.columns.place(of: key.stringValue) { return place }
    throw StoreError(
      .noSuchColumn,
      "no column '\(key.stringValue)' in '\(decoder.origin.table)' to decode"
        + hint(key.stringValue, among: decoder.columns.names))
  }

  private func column<Value: ColumnDecodable>(_ key: Key) throws -> Value {
    try Value(column: try place(key), of: row)
  }

  private var row: Row { Row(decoder.statement, columns: decoder.columns.names.count, origin: decoder.origin) }

  private func integer<Number: FixedWidthInteger>(_ key: Key) throws -> Number {
    let place = try place(key)
    guard let number = Number(exactly: try Int64(column: place, of: row)) else {
      throw row.mismatch(place, "an integer of \(Number.bitWidth) bits")
    }
    return number
  }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.statement.isNull(try place(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try column(key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try column(key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try column(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try column(key) as Double) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let place = try place(key)
    if let columnType = type as? any ColumnDecodable.Type {
      return try columnType.init(column: place, of: row) as! T
    }
    do {
      return try T(from: ColumnDecoder(decoder: decoder, place: place, key: key))
    } catch is AskedForContainer {
      do {
        return try JSONDecoder().decode(type, from: Data(decoder.statement.blob(place)))
      } catch {
        throw row.mismatch(place, "JSON of a \(type)")
      }
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw row.mismatch(try place(key), "a container") }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw row.mismatch(try place(key), "a list")
  }
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    ColumnDecoder(decoder: decoder, place: try place(key), key: key)
  }
}

/// Decodes one column: a raw value as it stands, anything else from its JSON.
private struct ColumnDecoder<Key: CodingKey>: Decoder, SingleValueDecodingContainer {
  let decoder: RowDecoder
  let place: Int
  let key: Key

  var codingPath: [any CodingKey] { [key] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var row: Row { Row(decoder.statement, columns: decoder.columns.names.count, origin: decoder.origin) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    throw AskedForContainer()
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw AskedForContainer() }

  func decodeNil() -> Bool { decoder.statement.isNull(place) }
  private func integer<Number: FixedWidthInteger>() throws -> Number {
    guard let number = Number(exactly: try Int64(column: place, of: row)) else {
      throw row.mismatch(place, "an integer of \(Number.bitWidth) bits")
    }
    return number
  }
  func decode(_ type: Bool.Type) throws -> Bool { try Bool(column: place, of: row) }
  func decode(_ type: String.Type) throws -> String { try String(column: place, of: row) }
  func decode(_ type: Double.Type) throws -> Double { try Double(column: place, of: row) }
  func decode(_ type: Float.Type) throws -> Float { Float(try Double(column: place, of: row)) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let columnType = type as? any ColumnDecodable.Type {
      return try columnType.init(column: place, of: row) as! T
    }
    return try T(from: self)
  }
}

/// A type is no single value after all.
private struct AskedForContainer: Error {}
