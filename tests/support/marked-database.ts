import Database from 'better-sqlite3';

/** Writes something by which a database is told from its copies. */
export function mark(database: string, name: string): void {
  const db = new Database(database);
  db.prepare(
    "INSERT INTO imports (kind, name, started_at, started_by) VALUES ('backers', ?, '2026', 'kim')",
  ).run(name);
  db.close();
}

/** What was written by {@link mark}. */
export function marksOf(database: string): unknown[] {
  const db = new Database(database, { readonly: true });
  const marks = db.prepare('SELECT name FROM imports').pluck().all();
  db.close();
  return marks;
}
