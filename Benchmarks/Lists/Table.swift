internal import GridStore

/// Writes the table that is measured: groups of uneven sizes, prices that repeat, and names in no order.
func makeTable(_ path: String, _ rows: Int) throws {
  let writer = try Connection(path, .create)
  try writer.execute(
    """
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;
    CREATE TABLE t (id INTEGER PRIMARY KEY, grp TEXT, brand TEXT, price INTEGER, name TEXT);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
    SELECT i, 'group ' || (i * 7919 % 1000003 % 300), 'brand ' || (i * 31 % 1009 % 40), i * 7919 % 1000003,
      'name ' || (i * 48271 % 2147483647) FROM n;
    CREATE INDEX t_grp ON t (grp); CREATE INDEX t_price ON t (price); CREATE INDEX t_brand_price ON t (brand, price);
    PRAGMA journal_mode = WAL
    """)
}
