import type { Database } from 'better-sqlite3';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { ImportRecord } from '#server/operating/records.ts';
import { grantHistory } from './events.ts';
import { actionRecorder } from './operator-actions.ts';

interface ImportRow {
  id: number;
  kind: ImportRecord['kind'];
  name: string;
  started_at: string;
  started_by: string;
  finished_at: string | null;
  undone_at: string | null;
  undone_by: string | null;
  entries: number;
  grants: number;
}

type ImportMethods = Pick<
  OperatorStore,
  'knownImportEntries' | 'beginImport' | 'addImportEntries' | 'finishImport' | 'imports' | 'undoImport'
>;

/** Files of backers and old purchases that operators brought in. */
export function importMethods(db: Database): ImportMethods {
  const recordAction = actionRecorder(db);
  const noteGrantEvent = grantHistory(db);
  const entryByKey = db.prepare('SELECT 1 FROM import_entries WHERE entry_key = ?');
  const insertImport = db.prepare<unknown[], { id: number }>(
    'INSERT INTO imports (kind, name, started_at, started_by) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const insertEntry = db.prepare(
    'INSERT INTO import_entries (entry_key, import_id) VALUES (?, ?) ON CONFLICT (entry_key) DO NOTHING',
  );
  const insertGrant = db.prepare(
    `INSERT INTO grants (adventure_id, email, source, import_id, granted_at) VALUES (?, ?, 'import', ?, ?)`,
  );
  const newestGrant = db.prepare<[], { id: number }>('SELECT coalesce(max(id), 0) AS id FROM grants');
  const noteGranted = db.prepare(
    `INSERT INTO grant_events (grant_id, what, reason, actor, at)
     SELECT id, 'granted', 'import', ?, ? FROM grants WHERE id > ? AND import_id = ? ORDER BY id`,
  );
  const finish = db.prepare('UPDATE imports SET finished_at = ? WHERE id = ?');
  const all = db.prepare<[], ImportRow>(
    `SELECT imports.*,
       (SELECT count(*) FROM import_entries WHERE import_id = imports.id) AS entries,
       (SELECT count(*) FROM grants WHERE import_id = imports.id AND revoked_at IS NULL) AS grants
     FROM imports ORDER BY id DESC`,
  );
  const markUndone = db.prepare(
    'UPDATE imports SET undone_at = ?, undone_by = ? WHERE id = ? AND undone_at IS NULL',
  );
  // Revoked ones stay too: they say why somebody lost something.
  const unclaimed = 'SELECT id FROM grants WHERE import_id = ? AND account_id IS NULL AND revoked_at IS NULL';
  const forgetHistory = db.prepare(`DELETE FROM grant_events WHERE grant_id IN (${unclaimed})`);
  const removeGrants = db.prepare(`DELETE FROM grants WHERE id IN (${unclaimed})`);
  const revokeClaimed = db.prepare<unknown[], { id: number }>(
    `UPDATE grants SET revoked_at = ?, revoked_reason = 'import_undone'
     WHERE import_id = ? AND revoked_at IS NULL RETURNING id`,
  );
  const forgetEntries = db.prepare('DELETE FROM import_entries WHERE import_id = ?');

  const beginImport = db.transaction((...[kind, name, action]: Parameters<OperatorStore['beginImport']>) => {
    const row = insertImport.get(kind, name, action.at.toISOString(), action.actor);
    if (!row) throw new Error('The import was not noted');
    recordAction({ ...action, subject: `import ${row.id}` });
    return row.id;
  });

  const addImportEntries = db.transaction(
    (...[importId, entries, by, at]: Parameters<OperatorStore['addImportEntries']>) => {
      const before = newestGrant.get()?.id ?? 0;
      let added = 0;
      for (const { key, email, adventureIds, grantedAt } of entries) {
        if (insertEntry.run(key, importId).changes === 0) continue;
        added += 1;
        const time = grantedAt.toISOString();
        for (const adventureId of adventureIds) insertGrant.run(adventureId, email, importId, time);
      }
      noteGranted.run(by, at.toISOString(), before, importId);
      return added;
    },
  );

  const undoImport = db.transaction((...[importId, action]: Parameters<OperatorStore['undoImport']>) => {
    if (markUndone.run(action.at.toISOString(), action.actor, importId).changes === 0) return null;
    forgetHistory.run(importId);
    const removed = removeGrants.run(importId).changes;
    const revoked = revokeClaimed.all(action.at.toISOString(), importId);
    for (const { id } of revoked) {
      noteGrantEvent(id, 'revoked', 'import_undone', { by: action.actor, event: null }, action.at);
    }
    forgetEntries.run(importId);
    const result = { removed, revoked: revoked.length };
    recordAction({ ...action, details: { ...action.details, ...result } });
    return result;
  });

  return {
    knownImportEntries: async (keys) =>
      keys.reduce((known, key) => known + (entryByKey.get(key) === undefined ? 0 : 1), 0),
    beginImport: async (...args) => beginImport.immediate(...args),
    addImportEntries: async (...args) => addImportEntries.immediate(...args),
    finishImport: async (importId, at) => void finish.run(at.toISOString(), importId),
    imports: async () => all.all().map(importFromRow),
    undoImport: async (...args) => undoImport.immediate(...args),
  };
}

function importFromRow(row: ImportRow): ImportRecord {
  const { id, kind, name, entries, grants } = row;
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...{ id, kind, name, entries, grants },
    startedAt: new Date(row.started_at),
    startedBy: row.started_by,
    finishedAt: date(row.finished_at),
    undoneAt: date(row.undone_at),
    undoneBy: row.undone_by,
  };
}
