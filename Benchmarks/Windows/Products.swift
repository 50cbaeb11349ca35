internal import GridStore

/// A product as a program would have it that reads its columns itself.
struct RowProduct: RowDecodable {
  let id: Int
  let sku, name, category, brand: String
  let price: Int
  let rating: Double?
  let stock, height: Int
  let added, description: String

  static let columns = [
    "id", "sku", "name", "category", "brand", "price", "rating", "stock", "height", "added", "description",
  ]

  init(row: borrowing Row) throws(StoreError) {
    id = try row[0]
    sku = try row[1]
    name = try row[2]
    category = try row[3]
    brand = try row[4]
    price = try row[5]
    rating = try row[6]
    stock = try row[7]
    height = try row[8]
    added = try row[9]
    description = try row[10]
  }
}

/// The same with nothing written by hand.
struct CodableProduct: Decodable {
  let id: Int
  let sku, name, category, brand: String
  let price: Int
  let rating: Double?
  let stock, height: Int
  let added, description: String
}
