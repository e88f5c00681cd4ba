import Database from 'better-sqlite3';

/** A named set of JSON documents that survive a restart of the sandbox. */
export interface Collection<T> {
  get(id: string): T | undefined;
  put(id: string, document: T): void;
  remove(id: string): void;
  /** Oldest first, in the order in which ids were first put. */
  values(): T[];
}

export interface DocumentStore {
  collection<T>(name: string): Collection<T>;
  close(): void;
}

/**
 * Opens the sandbox's own store. It trades durability for speed, because it is not a real database.
 * @param file a path, or `:memory:`
 */
export function openDocuments(file: string): DocumentStore {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.exec(
    `CREATE TABLE IF NOT EXISTS documents (
       position INTEGER PRIMARY KEY AUTOINCREMENT,
       collection TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL,
       UNIQUE (collection, id))`,
  );
  const get = db.prepare<[string, string], { json: string }>(
    'SELECT json FROM documents WHERE collection = ? AND id = ?',
  );
  const put = db.prepare(
    `INSERT INTO documents (collection, id, json) VALUES (?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET json = excluded.json`,
  );
  const remove = db.prepare('DELETE FROM documents WHERE collection = ? AND id = ?');
  const all = db.prepare<[string], { json: string }>(
    'SELECT json FROM documents WHERE collection = ? ORDER BY position',
  );
  return {
    collection<T>(name: string): Collection<T> {
      return {
        get: (id) => {
          const row = get.get(name, id);
          return row && (JSON.parse(row.json) as T);
        },
        put: (id, document) => void put.run(name, id, JSON.stringify(document)),
        remove: (id) => void remove.run(name, id),
        values: () => all.all(name).map((row) => JSON.parse(row.json) as T),
      };
    },
    close: () => void db.close(),
  };
}
