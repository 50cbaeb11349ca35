internal import GridStore

/// An option of a subcommand.
struct Option: Sendable {
  let name: String
  /// What stands for its value in the help; nil for one that takes none.
  let value: String?
  let help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// Words that are off: exit status 2.
struct UsageError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// The words after a subcommand, held to the options that it has.
struct Words {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  init(_ arguments: [String], options: [Option], command: String) throws {
    var rest = arguments[...]
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
        continue
      }
      if word == "--" {
        onlyOperands = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { "--" + $0.name == name }) else {
        let nearest = options.map { "--" + $0.name }.nearest(to: name)
        throw UsageError(
          "'\(command)' has no option \(name)"
            + (nearest.map { "; the nearest is \($0)" } ?? "; 'lazygrid \(command) --help' lists them"))
      }
      if option.value == nil {
        if parts.count > 1 { throw UsageError("\(name) takes no value") }
        values[option.name, default: []].append("")
      } else if parts.count > 1 {
        values[option.name, default: []].append(String(parts[1]))
      } else if let value = rest.popFirst() {
        values[option.name, default: []].append(value)
      } else {
        throw UsageError("\(name) wants a value: \(name) \(option.value!)")
      }
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  func all(_ name: String) -> [String] { values[name] ?? [] }

  func text(_ name: String) throws -> String? {
    guard let all = values[name] else { return nil }
    if all.count > 1 { throw UsageError("--\(name) is given \(all.count) times") }
    return all[0]
  }

  /// A whole number in a range.
  func integer(_ name: String, in range: ClosedRange<Int> = 0...Int.max) throws -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let bounds =
        range.upperBound == .max ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("--\(name) is '\(text)'; it must be a whole number, \(bounds)")
    }
    return number
  }

  /// A length in points.
  func length(_ name: String, allowsZero: Bool = false) throws -> Double? {
    guard let text = try text(name) else { return nil }
    guard let number = Double(text), number.isFinite, allowsZero ? number >= 0 : number > 0 else {
      throw UsageError(
        "--\(name) is '\(text)'; it must be a finite number, \(allowsZero ? "zero or above" : "above zero")")
    }
    return number
  }

  /// The one operand.
  func operand(_ what: String, _ usage: String) throws -> String {
    guard let first = operands.first else { throw UsageError("\(what) is missing; write '\(usage)'") }
    if operands.count > 1 { throw UsageError("'\(operands[1])' is one word too many; write '\(usage)'") }
    return first
  }
}
