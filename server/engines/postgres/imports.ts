import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { ImportRecord } from '#server/operating/records.ts';
import type { PostgresDatabase } from './database.ts';
import { noteGrantEvents } from './events.ts';
import { recordAction } from './operator-actions.ts';

type ImportMethods = Pick<
  OperatorStore,
  'knownImportEntries' | 'beginImport' | 'addImportEntries' | 'finishImport' | 'imports' | 'undoImport'
>;

/** What whoever brings lines in or takes them back queues under. */
const importLock = 'imports';

/** Files of backers and old purchases that operators brought in. */
export function importMethods(db: PostgresDatabase): ImportMethods {
  return {
    knownImportEntries: async (keys) => {
      const known = await db.get<{ count: number }>(
        `SELECT count(*) AS count FROM unnest($1::text[]) AS given (key)
         WHERE EXISTS (SELECT 1 FROM import_entries WHERE entry_key = key)`,
        keys,
      );
      return known?.count ?? 0;
    },
    beginImport: (kind, name, action) =>
      db.write([importLock], async (queries) => {
        const row = await queries.get<{ id: number }>(
          'INSERT INTO imports (kind, name, started_at, started_by) VALUES ($1, $2, $3, $4) RETURNING id',
          ...[kind, name, action.at, action.actor],
        );
        if (!row) throw new Error('The import was not noted');
        await recordAction(queries, { ...action, subject: `import ${row.id}` });
        return row.id;
      }),
    addImportEntries: (importId, entries, actor, at) =>
      db.write([importLock], async (queries) => {
        const added = await queries.all<{ key: string }>(
          `INSERT INTO import_entries (entry_key, import_id) SELECT key, $2 FROM unnest($1::text[]) AS given (key)
           ON CONFLICT (entry_key) DO NOTHING RETURNING entry_key AS key`,
          entries.map(({ key }) => key),
          importId,
        );
        const fresh = new Set(added.map(({ key }) => key));
        const grants = entries
          // A line that stands twice among them counts once.
          .filter(({ key }) => fresh.delete(key))
          .flatMap(({ email, adventureIds, grantedAt }) =>
            adventureIds.map((adventureId) => ({ email, adventureId, grantedAt })),
          );
        const granted = await queries.all<{ id: number }>(
          `INSERT INTO grants (adventure_id, email, source, import_id, granted_at)
           SELECT adventure_id, email, 'import', $4, granted_at
           FROM unnest($1::text[], $2::text[], $3::timestamptz[])
             WITH ORDINALITY AS given (adventure_id, email, granted_at, place)
           ORDER BY place RETURNING id`,
          grants.map(({ adventureId }) => adventureId),
          grants.map(({ email }) => email),
          grants.map(({ grantedAt }) => grantedAt),
          importId,
        );
        const ids = granted.map(({ id }) => id);
        await noteGrantEvents(queries, ids, 'granted', 'import', { by: actor, event: null }, at);
        return added.length;
      }),
    finishImport: async (importId, at) => {
      await db.run('UPDATE imports SET finished_at = $1 WHERE id = $2', ...[at, importId]);
    },
    imports: () =>
      db.all<ImportRecord>(
        `SELECT id, kind, name, started_at AS "startedAt", started_by AS "startedBy", finished_at AS "finishedAt",
           undone_at AS "undoneAt", undone_by AS "undoneBy",
           (SELECT count(*) FROM import_entries WHERE import_id = imports.id) AS entries,
           (SELECT count(*) FROM grants WHERE import_id = imports.id AND revoked_at IS NULL) AS grants
         FROM imports ORDER BY id DESC`,
      ),
    undoImport: (importId, action) =>
      db.write([importLock], async (queries) => {
        const { at, actor } = action;
        const undone = await queries.run(
          'UPDATE imports SET undone_at = $1, undone_by = $2 WHERE id = $3 AND undone_at IS NULL',
          ...[at, actor, importId],
        );
        if (undone === 0) return null;
        // Locked first, so that nobody claims one that is about to go. Revoked ones stay: they say why somebody lost
        // something.
        const grants = await queries.all<{ id: number; claimed: boolean }>(
          `SELECT id, account_id IS NOT NULL AS claimed FROM grants
           WHERE import_id = $1 AND revoked_at IS NULL ORDER BY id FOR UPDATE`,
          importId,
        );
        const ids = (claimed: boolean) =>
          grants.filter((grant) => grant.claimed === claimed).map(({ id }) => id);
        await queries.run('DELETE FROM grant_events WHERE grant_id = ANY($1::bigint[])', ids(false));
        const removed = await queries.run('DELETE FROM grants WHERE id = ANY($1::bigint[])', ids(false));
        const revoked = await queries.run(
          "UPDATE grants SET revoked_at = $1, revoked_reason = 'import_undone' WHERE id = ANY($2::bigint[])",
          ...[at, ids(true)],
        );
        const cause = { by: actor, event: null };
        await noteGrantEvents(queries, ids(true), 'revoked', 'import_undone', cause, at);
        await queries.run('DELETE FROM import_entries WHERE import_id = $1', importId);
        const result = { removed, revoked };
        await recordAction(queries, { ...action, details: { ...action.details, ...result } });
        return result;
      }),
  };
}
