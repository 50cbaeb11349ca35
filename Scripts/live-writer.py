"""Writes a products table for some seconds: inserts, replaces, updates, deletes, rollbacks and checkpoints."""
import random
import sqlite3
import sys
import time

path, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
connection = sqlite3.connect(path, isolation_level=None, timeout=10)
connection.execute("PRAGMA synchronous = OFF")
is_wal = connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
rng = random.Random(seed)
end = time.time() + seconds
while time.time() < end:
    try:
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(rng.choice([1, 1, 5, 50, 300])):
            kind, row = rng.randrange(4), rng.randrange(1, 60000)
            if kind == 0:
                connection.execute("DELETE FROM products WHERE id = ?", (row,))
            elif kind == 1:
                connection.execute(
                    "INSERT OR REPLACE INTO products VALUES (?, 's', ?, 'Shoes', 'b', ?, NULL, 0, 200, ?)",
                    (row, "x" * rng.randrange(80), rng.randrange(100000), "d" * rng.randrange(6000)))
            else:
                connection.execute("UPDATE products SET price = ? WHERE id = ?", (rng.randrange(100000), row))
        connection.execute("COMMIT" if rng.random() < 0.9 else "ROLLBACK")
        if is_wal and rng.random() < 0.05:
            connection.execute("PRAGMA wal_checkpoint(%s)" % rng.choice(["PASSIVE", "FULL", "RESTART", "TRUNCATE"]))
        if not is_wal:
            time.sleep(0.02)
    except sqlite3.OperationalError:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
