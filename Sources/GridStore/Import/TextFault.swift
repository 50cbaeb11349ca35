/// Why some bytes cannot be text in a database; nil where they can.
///
/// - Complexity: O(*n*), eight bytes at a time where they are ASCII.
func textFault(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
  let (ones, tops) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
  var isPlain = true
  unsafe bytes.withUnsafeBufferPointer { buffer in
    let bytes = UnsafeRawBufferPointer(buffer)
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      // A top bit here is one of a byte past ASCII, or of a zero that borrowed.
      if (word | (word &- ones)) & tops != 0 { isPlain = false }
      at += 8
    }
    while at < range.upperBound {
      if unsafe buffer[at] == 0 || buffer[at] >= 0x80 { isPlain = false }
      at += 1
    }
  }
  if isPlain { return nil }
  for at in range where bytes[at] == 0 { return "a NUL byte is in it" }
  return firstInvalidUTF8(in: bytes, range) == nil ? nil : "it is not valid UTF-8"
}
