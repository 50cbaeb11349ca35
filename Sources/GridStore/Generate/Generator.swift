/// Writes a synthetic catalog: the table `products` and the indexes that order it.
package struct Generator {
  package let rows: Int64
  package let seed: UInt64

  package init(rows: Int64, seed: UInt64 = 1) {
    self.rows = rows
    self.seed = seed
  }

  /// About how many bytes the file will take.
  package var estimatedBytes: Int64 { 20480 + rows * 225 }

  private static let table = """
    CREATE TABLE products (
      id INTEGER PRIMARY KEY,
      sku TEXT NOT NULL,
      name TEXT NOT NULL,
      category TEXT NOT NULL,
      brand TEXT NOT NULL,
      price INTEGER NOT NULL,
      rating REAL,
      stock INTEGER NOT NULL,
      height INTEGER NOT NULL,
      added TEXT NOT NULL,
      description TEXT NOT NULL
    )
    """

  /// The indexes, by the columns that each is sorted by.
  package static let indexes = [
    (name: "products_name", sql: "CREATE INDEX products_name ON products (name)"),
    (name: "products_price", sql: "CREATE INDEX products_price ON products (price)"),
    (name: "products_rating", sql: "CREATE INDEX products_rating ON products (rating)"),
    (name: "products_category_price", sql: "CREATE INDEX products_category_price ON products (category, price)"),
  ]

  /// Writes the catalog beside its place and moves it there when it is whole.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - overwrites: Whether a file that is there may be replaced.
  ///   - progress: Told how many rows are written, some times a second, and the name of each index.
  ///   - isCancelled: Asked some times a second; then nothing is left behind.
  /// - Throws: ``StoreError`` of kind `exists`, `cancelled` or `sqlite`.
  package func write(
    to path: String, overwrites: Bool = false, progress: (Progress) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(StoreError) {
    let file = try NewFile(path, overwrites: overwrites)
    progress(.rows(0))
    do throws(StoreError) {
      let connection = try Connection(file.temporaryPath, .create)
      try connection.prepareForLoading()
      try connection.execute("BEGIN; \(Generator.table)")
      try insertRows(connection, progress, isCancelled)
      for index in Generator.indexes {
        progress(.index(index.name))
        try connection.execute(index.sql, isCancelled: isCancelled)
      }
      try connection.execute("COMMIT")
    } catch {
      file.discard()
      throw error
    }
    try file.keep()
  }

  package enum Progress: Sendable, Hashable {
    case rows(Int64)
    case index(String)
  }

  private func insertRows(
    _ connection: Connection, _ progress: (Progress) -> Void, _ isCancelled: () -> Bool
  ) throws(StoreError) {
    let insert = try connection.prepare("INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    var pace = ProgressPace()
    var product = GeneratedProduct()
    var id: Int64 = 1
    while id <= rows {
      if id % 1024 == 0 {
        if isCancelled() { throw StoreError(.cancelled, "interrupted; nothing was written") }
        if pace.isDue { progress(.rows(id)) }
      }
      product.draw(id: id, seed: seed)
      try insert.bind(product.id, at: 1)
      try insert.bind(product.price, at: 6)
      if let rating = product.rating { try insert.bind(rating, at: 7) } else { try insert.bindNull(at: 7) }
      try insert.bind(product.stock, at: 8)
      try insert.bind(product.height, at: 9)
      // Text is bound where it lies and read before it moves.
      try product.bytes.withBytesInPlace { (bytes) throws(StoreError) in
        for (text, parameter) in Generator.textParameters {
          let range = product.range(text)
          try insert.bind(textInPlace: bytes, from: range.lowerBound, to: range.upperBound, at: parameter)
        }
        try insert.run()
      }
      id += 1
    }
    progress(.rows(rows))
  }

  private static let textParameters: [(GeneratedProduct.Text, Int)] = [
    (.sku, 2), (.name, 3), (.category, 4), (.brand, 5), (.added, 10), (.description, 11),
  ]
}
