#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes a `Decodable` type from a row: a key for a column.
///
/// Dates, UUIDs, URLs, decimals, data and truth values are read as GRDB's users know them; any other
/// nested type is JSON in a column of text.
///
/// One serves all rows of a list, and is moved from row to row. It is a class because a decoder is copied at every
/// turn, which for a class is one count of references.
final class RowDecoder: Decoder {
  let columns: DecodedColumns
  let origin: RowOrigin
  /// What stands on the present row.
  private(set) var statement: Statement

  init(columns: DecodedColumns, origin: RowOrigin, statement: Statement) {
    self.columns = columns
    self.origin = origin
    self.statement = statement
  }

  func move(to statement: Statement) {
    columns.beginRow()
    if self.statement !== statement { self.statement = statement }
  }

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

extension RowDecoder {
  var row: Row { Row(statement, columns: columns.names.count, origin: origin) }

  func place(of name: String) throws -> Int {
    if let place = columns.place(of: name) { return place }
    throw StoreError(
      .noSuchColumn, "no column '\(name)' in '\(origin.table)' to decode" + hint(name, among: columns.names))
  }

  func bool(at place: Int) throws -> Bool { try Bool(column: place, of: row) }
  func string(at place: Int) throws -> String { try String(column: place, of: row) }
  func double(at place: Int) throws -> Double { try Double(column: place, of: row) }

  func integer<Number: FixedWidthInteger>(at place: Int) throws -> Number {
    guard let number = Number(exactly: try Int64(column: place, of: row)) else {
      throw row.mismatch(place, "an integer of \(Number.bitWidth) bits")
    }
    return number
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

  // Nothing but the name of a key depends on its type; what doesn't is compiled once, without it.
  func place(_ key: Key) throws -> Int { try decoder.place(of: key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.statement.isNull(try place(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.bool(at: try place(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.string(at: try place(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.double(at: try place(key)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try decoder.double(at: try place(key))) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.integer(at: try place(key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.integer(at: try place(key)) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.integer(at: try place(key)) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.integer(at: try place(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.integer(at: try place(key)) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.integer(at: try place(key)) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.integer(at: try place(key)) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.integer(at: try place(key)) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.integer(at: try place(key)) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.integer(at: try place(key)) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let place = try place(key)
    if let columnType = type as? any ColumnDecodable.Type {
      return try columnType.init(column: place, of: decoder.row) as! T
    }
    do {
      return try T(from: ColumnDecoder(decoder: decoder, place: place, key: key))
    } catch is AskedForContainer {
      do {
        return try JSONDecoder().decode(type, from: Data(decoder.statement.blob(place)))
      } catch {
        throw decoder.row.mismatch(place, "JSON of a \(type)")
      }
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw decoder.row.mismatch(try place(key), "a container") }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw decoder.row.mismatch(try place(key), "a list")
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

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    throw AskedForContainer()
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw AskedForContainer() }

  func decodeNil() -> Bool { decoder.statement.isNull(place) }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool(at: place) }
  func decode(_ type: String.Type) throws -> String { try decoder.string(at: place) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.double(at: place) }
  func decode(_ type: Float.Type) throws -> Float { Float(try decoder.double(at: place)) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(at: place) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(at: place) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(at: place) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(at: place) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(at: place) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(at: place) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(at: place) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(at: place) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(at: place) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(at: place) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let columnType = type as? any ColumnDecodable.Type {
      return try columnType.init(column: place, of: decoder.row) as! T
    }
    return try T(from: self)
  }
}

/// A type is no single value after all.
private struct AskedForContainer: Error {}
