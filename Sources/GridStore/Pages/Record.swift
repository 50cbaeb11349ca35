/// Reads the columns of a record: a header of types, then the values.
///
/// See [Record Format](https://sqlite.org/fileformat2.html#record_format).
package enum Record {
  /// The first columns of a record.
  ///
  /// - Returns: Fewer than asked for where the record is shorter, as one is after ADD COLUMN.
  package static func columns(
    _ count: Int, in buffer: PageBuffer, at start: Int, size: Int
  ) throws(PageFault) -> [StoredValue] {
    let (headerSize, length) = buffer.varint(start)
    guard headerSize >= length, headerSize <= size else { throw damaged }
    let end = start + size
    var header = start + length
    let headerEnd = start + Int(headerSize)
    var body = headerEnd
    var values: [StoredValue] = []
    values.reserveCapacity(count)
    while values.count < count, header < headerEnd {
      let (type, width) = buffer.varint(header)
      header += width
      guard header <= headerEnd, type >= 0, type != 10, type != 11 else { throw damaged }
      let bytes = try contentSize(type)
      guard bytes <= end - body else { throw damaged }
      values.append(value(type, in: buffer, at: body, bytes: bytes))
      body += bytes
    }
    return values
  }

  private static var damaged: PageFault { PageFault(.damaged, "a record contradicts itself") }

  private static func contentSize(_ type: Int64) throws(PageFault) -> Int {
    switch type {
    case 0, 8, 9: return 0
    case 1...4: return Int(type)
    case 5: return 6
    case 6, 7: return 8
    default:
      guard let size = Int(exactly: (type - 12) / 2) else { throw damaged }
      return size
    }
  }

  private static func value(_ type: Int64, in buffer: PageBuffer, at: Int, bytes: Int) -> StoredValue {
    switch type {
    case 0: return .null
    case 8: return .integer(0)
    case 9: return .integer(1)
    case 7:
      let high = UInt64(buffer.uint32(at))
      let low = UInt64(buffer.uint32(at + 4))
      let number = Double(bitPattern: high << 32 | low)
      return number.isNaN ? .null : .real(number)
    case 1...6:
      var number = Int64(Int8(bitPattern: buffer.byte(at)))
      for i in 1..<max(bytes, 1) { number = number << 8 | Int64(buffer.byte(at + i)) }
      return .integer(number)
    default:
      let content = unsafe Array(UnsafeRawBufferPointer(start: buffer.bytes + at, count: bytes))
      return type % 2 == 0 ? .blob(content) : .text(content)
    }
  }
}
