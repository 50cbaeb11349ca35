// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "LazyGrid",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LazyGrid", targets: ["LazyGrid"]),
    .library(name: "GridLayout", targets: ["GridLayout"]),
    .library(name: "GridStore", targets: ["GridStore"]),
    .executable(name: "lazygrid", targets: ["LazyGridCommand"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

    .target(
      name: "GridLayout",
      swiftSettings: [.treatWarning("EmbeddedRestrictions", as: .error)],
      // A target that imports nothing still calls floor and round of the C library.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "GridStore", dependencies: ["CSQLite"]),
    .target(name: "LazyGrid", dependencies: ["GridLayout", "GridStore"]),
    // The folder is not called lazygrid: beside LazyGrid, a file system that ignores case would merge the two.
    .executableTarget(name: "LazyGridCommand", dependencies: ["LazyGrid", "CZlib"]),
    .executableTarget(name: "window-benchmark", dependencies: ["LazyGrid"], path: "Benchmarks/Windows"),
    .executableTarget(name: "follow-benchmark", dependencies: ["GridStore"], path: "Benchmarks/Follow"),
    .executableTarget(name: "lists-benchmark", dependencies: ["GridStore"], path: "Benchmarks/Lists"),
    // Only benchmarks count allocations, so no product has this in it.
    .target(name: "CAllocations", path: "Benchmarks/Allocations"),
    .executableTarget(
      name: "layout-benchmark", dependencies: ["GridLayout", "CAllocations"], path: "Benchmarks/Layout"),

    .testTarget(name: "GridLayoutTests", dependencies: ["GridLayout"]),
    .testTarget(name: "GridStoreTests", dependencies: ["GridStore", "CSQLite"]),
    // Names that a file has beside ours where it imports SwiftUI.
    .target(name: "SwiftUINames", path: "Tests/SwiftUINames"),
    .testTarget(name: "LazyGridTests", dependencies: ["LazyGrid", "SwiftUINames"]),
    .testTarget(name: "CommandTests", dependencies: ["LazyGridCommand", "GridStore"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .strictMemorySafety(),
      .treatAllWarnings(as: .error),
    ]
}
