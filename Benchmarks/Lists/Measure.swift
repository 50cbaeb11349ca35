internal import Foundation
internal import GridStore

/// How long a body takes, in microseconds.
func time(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .microseconds(1)
}

/// The median time of several runs, in microseconds.
func median(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
  try (0..<runs).map { _ in try time(body) }.sorted()[runs / 2]
}

func shown(_ microseconds: Double) -> String {
  microseconds < 10_000 ? "\(Int(microseconds)) µs" : "\(Int(microseconds / 1000)) ms"
}

func ratio(_ a: Double, _ b: Double) -> String { "\((a / b * 100).rounded() / 100) ×" }

/// The one number that a statement answers.
@MainActor func number(_ sql: String) throws -> Int64 {
  let statement = try bare.prepare(sql)
  _ = try statement.step()
  return statement.integer(0)
}

/// Steps through a statement and counts its rows.
@MainActor func step(_ sql: String) throws -> Int {
  let statement = try bare.prepare(sql)
  var rows = 0
  while try statement.step() { rows += 1 }
  return rows
}
