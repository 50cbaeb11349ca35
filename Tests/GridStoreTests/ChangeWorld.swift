import Foundation
import GridStore
import Testing

/// Tables, lists over them, and statements that another process may run on them.
struct ChangeWorld: CustomTestStringConvertible {
  var journal: String
  var pageSize: Int
  var seed: UInt64
  var recursiveTriggers = false
  var autoVacuum = 0
  var rows = 500
  var testDescription: String { "\(journal) \(pageSize) seed \(seed) vacuum \(autoVacuum)" }

  var schema: String {
    """
    PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = \(autoVacuum); PRAGMA journal_mode = \(journal);
    CREATE TABLE groups (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE t (id INTEGER PRIMARY KEY, sku TEXT UNIQUE, g INTEGER REFERENCES groups (id) ON DELETE CASCADE,
      price INTEGER, name TEXT COLLATE NOCASE, note TEXT);
    CREATE INDEX t_price ON t (price); CREATE INDEX t_name ON t (name);
    CREATE INDEX t_mixed ON t (g, price DESC, name); CREATE INDEX t_note ON t (note);
    CREATE TABLE w (a TEXT, b INTEGER, c INTEGER, d TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE INDEX w_c ON w (c DESC);
    CREATE TABLE k (x TEXT NOT NULL, y INTEGER NOT NULL, v, PRIMARY KEY (x, y)); CREATE INDEX k_v ON k (v);
    CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT);
    CREATE TRIGGER t_update AFTER UPDATE OF price ON t BEGIN
      UPDATE w SET c = new.price WHERE b = new.id; INSERT OR IGNORE INTO k VALUES ('p', new.id % 50, new.price); END;
    CREATE TRIGGER t_delete AFTER DELETE ON t BEGIN DELETE FROM w WHERE b = old.id; END;
    INSERT INTO groups SELECT value, 'g' || value FROM json_each('[1,2,3,4,5,6,7]');
    INSERT INTO t \(source(0, rows)) SELECT i, 's' || i, nullif(1 + i % 8, 8), nullif(i * 31 % 90, 7), \(name("i")),
      \(note("i")) FROM n;
    INSERT INTO w \(source(0, rows)) SELECT printf('%0*d', i % 90, i % 13), i, nullif(i % 40, 3), \(note("i")) FROM n;
    INSERT INTO k \(source(0, rows / 2)) SELECT 'x' || i % 9, i, i * 7 % 50 FROM n;
    """
  }

  private func source(_ low: Int, _ high: Int) -> String {
    "WITH RECURSIVE n (i) AS (VALUES (\(low)) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(high))"
  }
  private func name(_ i: String) -> String {
    let i = "(\(i))"
    return
      "CASE \(i) % 5 WHEN 0 THEN NULL WHEN 1 THEN 'Ab' || \(i) % 30 WHEN 2 THEN 'aB' || \(i) % 20 ELSE 'n' || \(i) % 60 END"
  }
  /// One in nine is longer than a page.
  private func note(_ i: String) -> String {
    let i = "(\(i))"
    return "CASE WHEN \(i) % 9 = 0 THEN printf('%.*c', \(pageSize) + \(i) % 700, 'n') || \(i) ELSE 'k' || \(i) END"
  }

  struct List {
    var table: String
    var order: Order
    var filters: [Filter] = []
    /// The same in SQL.
    var condition = "1"
    var sorting: String
  }

  static let lists: [List] = [
    List(table: "t", order: [.ascending("price")], sorting: "price, id"),
    List(table: "t", order: [.descending("name")], sorting: "name DESC, id DESC"),
    List(table: "t", order: [.ascending("price", nulls: .last)], sorting: "price NULLS LAST, id"),
    List(
      table: "t", order: [.ascending("g"), .descending("price"), .ascending("name")],
      sorting: "g, price DESC, name, id"),
    List(table: "t", order: [.ascending("note")], sorting: "note, id"),
    List(table: "t", order: [], sorting: "id"),
    List(table: "t", order: [.descending("id")], sorting: "id DESC"),
    List(
      table: "t", order: [.descending("price"), .ascending("name")], filters: [.equal("g", 3)], condition: "g = 3",
      sorting: "price DESC, name, id"),
    List(
      table: "t", order: [.descending("price")],
      filters: [.greaterOrEqual("price", 20), .less("price", 60), .notEqual("price", 33)],
      condition: "price >= 20 AND price < 60 AND price <> 33", sorting: "price DESC, id DESC"),
    List(
      table: "t", order: [.ascending("price")], filters: [.isIn("price", [11, 40, 70, 71, 72, 5])],
      condition: "price IN (5, 11, 40, 70, 71, 72)", sorting: "price, id"),
    // No index serves these two.
    List(table: "t", order: [.ascending("sku"), .descending("price")], sorting: "sku, price DESC, id DESC"),
    List(
      table: "t", order: [.ascending("price")], filters: [.like("note", "k*")], condition: "note GLOB 'k*'",
      sorting: "price, id"),
    List(table: "w", order: [], sorting: "a, b"),
    List(table: "w", order: [.descending("c"), .ascending("a"), .ascending("b")], sorting: "c DESC, a, b"),
    List(table: "w", order: [.ascending("c"), .descending("a")], sorting: "c, a DESC, b DESC"),
    List(table: "k", order: [.ascending("v")], sorting: "v, rowid"),
    List(table: "k", order: [], sorting: "rowid"),
  ]

  /// Something that a program may do in one go; now and then nothing at all.
  func statement(_ random: inout SeededNumbers) -> String {
    let low = Int.random(in: 0...rows, using: &random)
    let few = Int.random(in: 0...12, using: &random)
    let range = "BETWEEN \(low) AND \(low + few)"
    let wide = "BETWEEN \(low) AND \(low + 40)"
    let group = Int.random(in: 1...7, using: &random)
    let price = Int.random(in: 0..<90, using: &random)
    switch Int.random(in: 0..<29, using: &random) {
    case 0: return "UPDATE t SET price = \(price) WHERE id = \(low)"
    case 1: return "UPDATE t SET price = price + \(few) WHERE id \(range)"
    case 2: return "UPDATE t SET name = \(name("id + \(price)")) WHERE id \(range)"
    case 3: return "UPDATE t SET note = \(note("id + \(few)")) WHERE id \(range)"
    // The tail of a long text, as long as before: its overflow page alone is written.
    case 4, 5:
      return "UPDATE t SET note = substr(note, 1, length(note) - 1) || '\(few % 10)' WHERE id \(wide) AND id % 9 = 0"
    case 6: return "UPDATE w SET d = substr(d, 1, length(d) - 1) || '\(few % 10)' WHERE b \(wide) AND b % 9 = 0"
    case 7: return "DELETE FROM t WHERE id \(range)"
    case 8: return "DELETE FROM t WHERE id = \(low)"
    case 9:
      return """
        INSERT OR REPLACE INTO t \(source(low, low + few + 1)) SELECT i, 's' || (i + \(few)), \(group), \(price), 
        \(name("i")), \(note("i + 1")) FROM n
        """
    case 10:
      return
        "INSERT OR IGNORE INTO t \(source(low, low + few + 1)) SELECT i, 's' || i, \(group), \(price), 'new', 'k' FROM n"
    case 11:
      return """
        INSERT INTO t \(source(low, low + few + 1)) SELECT i, 's' || i, \(group), \(price), 'up', 'k' || i FROM n WHERE true
        ON CONFLICT (id) DO UPDATE SET price = excluded.price + 1, name = 'down' ON CONFLICT (sku) DO NOTHING
        """
    case 12:
      return """
        INSERT INTO t (sku, g, price, name, note) VALUES ('u\(low)', NULL, NULL, NULL, 'k'), ('v\(low)', 1, 2, 'v', NULL)
        ON CONFLICT (sku) DO UPDATE SET name = 'again', note = \(note("t.id"))
        """
    case 13: return "BEGIN; UPDATE t SET price = 0 WHERE id \(range); ROLLBACK"
    case 14:
      return """
        BEGIN; UPDATE t SET name = 'kept' WHERE id = \(low); SAVEPOINT s; DELETE FROM t WHERE id > \(low);
        UPDATE w SET c = 1; ROLLBACK TO s; UPDATE t SET price = 45 WHERE id = \(low + 1); RELEASE s; COMMIT
        """
    case 15:
      return """
        PRAGMA foreign_keys = ON; DELETE FROM groups WHERE id = \(group); INSERT INTO groups VALUES (\(group), 'again');
        INSERT INTO t \(source(0, 60)) SELECT NULL, NULL, \(group), i, \(name("i")), \(note("i")) FROM n
        """
    case 16: return "INSERT OR REPLACE INTO w VALUES (printf('%0*d', \(low) % 90, \(low) % 13), \(low), \(price), 'd')"
    case 17: return "DELETE FROM w WHERE b \(range)"
    case 18: return "UPDATE w SET a = a || 'z', c = \(price) WHERE b \(range)"
    case 19: return "UPDATE OR REPLACE k SET y = y + 1, v = \(price) WHERE y \(range)"
    case 20:
      return
        "INSERT INTO k VALUES ('x\(low % 9)', \(low), NULL) ON CONFLICT (x, y) DO UPDATE SET v = coalesce(v, 0) + 1"
    case 21:
      return "INSERT INTO other (text) VALUES (printf('%.*c', \(low * 3), 'o')); DELETE FROM other WHERE id % 7 = 3"
    case 22:
      return "UPDATE t SET id = id + \(rows * 2) WHERE id = \(low); UPDATE t SET sku = NULL WHERE id = \(low + 1)"
    case 23:
      return "PRAGMA wal_checkpoint(\(["PASSIVE", "FULL", "RESTART", "TRUNCATE"][few % 4]));"
        + "UPDATE t SET price = 1 WHERE id = \(low)"
    case 27:
      // The log begins anew twice, and the last one is long.
      return """
        UPDATE t SET price = 2 WHERE id \(range); PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET name = 'lost' WHERE id
        \(range); PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET price = price + 1 WHERE id \(wide)
        """
    case 28:
      // What comes before the first conflict stays.
      return [
        "INSERT OR FAIL INTO t \(source(low, low + few + 1)) SELECT i + \(rows), 's' || (i - \(few)), 1, i % 50, 'f', 'k' FROM n",
        "UPDATE OR FAIL t SET id = id + 2, price = price + 1 WHERE id \(range)",
        "INSERT OR FAIL INTO w \(source(low, low + few + 1)) SELECT printf('%0*d', i % 90, i % 13), i * 2, 7, 'f' FROM n",
      ][price % 3]
    case 24: return ["ANALYZE", "VACUUM", "REINDEX t_price", "PRAGMA user_version = \(low)"][few % 4]
    case 25: return "UPDATE t SET price = price WHERE id \(range); CREATE TEMP TABLE IF NOT EXISTS own (x)"
    default:
      return """
        BEGIN; DELETE FROM t WHERE id = \(low); INSERT INTO t VALUES (\(low), 's\(low)', \(group), 7, 'same', \(note("\(low)")));
        INSERT INTO t (g, price, name) \(source(0, 20 + few)) SELECT \(group), i * \(few), 'many' || i FROM n; COMMIT
        """
    }
  }

  /// What comes before the statements in the writer.
  var writerSettings: String {
    "PRAGMA recursive_triggers = \(recursiveTriggers ? 1 : 0); PRAGMA wal_autocheckpoint = 60; PRAGMA synchronous = OFF"
  }
}
