// `database …`: the database of a new shop, its copy in PostgreSQL, and a restored one.

import { existsSync } from 'node:fs';
import type { KnownErasures } from '#server/accounts/erasures.ts';
import { databaseCode } from '#server/ledger/ledger.ts';
import { completeRestore } from '#server/operating/upkeep.ts';
import { Refusal } from '#server/refusal.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { command, flag, group, option, required } from '../command.ts';
import { copyToPostgres, createDatabase, erasuresIn } from '../compose.ts';
import { tableOf } from '../display.ts';
import type { Tools } from '../tools.ts';
import { importsAgain, wholeAgain } from './backups.ts';

export const databaseCommands = group(
  'database',
  'where the data lies',
  command('create', 'make the database of a new shop; what is there stays as it is', {
    async run({ storage, clock }) {
      await createDatabase(storage(), clock);
      return { created: true };
    },
    text: () => 'The database is there.\n',
  }),
  command(
    'copy',
    'copy the SQLite database into an empty PostgreSQL database, and compare both; stop the site before',
    {
      options: {
        to: option(
          '<address>',
          'postgres://user:password@host:5432/database; DATABASE_URL when it is not given',
        ),
        force: flag(
          'even while a site has the file open, to try it: what the site writes then is not in the copy',
        ),
      },
      async run(tools, { to, force = false }) {
        const { databaseFile, databaseUrl } = tools.storage();
        const target = to ?? databaseUrl;
        if (target === null) throw new Refusal('invalid_request', 'Say with --to where the copy goes.');
        requirePostgres('--to', target);
        if (!existsSync(databaseFile)) throw new Refusal('not_found', `There is no file ${databaseFile}.`);
        const progress = { Copied: tools.progress('Copied rows'), Compared: tools.progress('Compared rows') };
        return copyToPostgres(databaseFile, target, {
          clock: tools.clock,
          force,
          onProgress: (what, rows, of) => progress[what](rows, of),
        });
      },
      text: ({ tables }, given, tools) => copiedTables(tables, given, tools),
      notes({ tables, resumedAfter }, _given, { storage }) {
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        return [
          ...(resumedAfter > 0 ? [`${resumedAfter} rows were there from a copy that was interrupted.`] : []),
          `${rows} rows are the same in both. Set DATABASE_URL, start the site, and keep ${storage().databaseFile} until you have looked around.`,
        ];
      },
    },
  ),
  command(
    'restored',
    'after pg_restore, before the sites start: erase again who was erased since the backup',
    {
      options: {
        from: required<string[]>(
          '<address>',
          'the PostgreSQL database before, postgres://user:password@host:5432/database; given several times after several restores, that before the first one first',
          (address, before = []) => [...before, address],
        ),
      },
      run: afterPgRestore,
      text: ({ deletedAgain }) => `Accounts deleted since the backup, and deleted again: ${deletedAgain}.\n`,
      notes: () => [wholeAgain, importsAgain],
    },
  ),
);

/** @throws {Refusal} */
function requirePostgres(named: string, address: string): void {
  if (/^postgres(ql)?:\/\//.test(address)) return;
  throw new Refusal('invalid_request', `${named} is not an address that begins with postgres://.`);
}

async function afterPgRestore(
  tools: Tools,
  { from }: { from: readonly string[] },
): Promise<{ from: string; deletedAgain: number }> {
  const storage = tools.storage();
  if (storage.databaseUrl === null)
    throw new Refusal('invalid_request', 'The data is in SQLite, where "restore" does this itself.');
  const known: KnownErasures[] = [];
  for (const databaseUrl of from) {
    requirePostgres('--from', databaseUrl);
    if (placeOf(databaseUrl) === placeOf(storage.databaseUrl))
      throw new Refusal('invalid_request', '--from is the restored database itself. Name the one before.');
    const place = `${placeOf(databaseUrl)} in --from`;
    const erasures = await erasuresIn({ ...storage, databaseUrl })
      .catch(withoutTable(`${place} is no database of the shop. Name the one before.`))
      .catch((error: unknown) => {
        throw error instanceof SetUpFault ? new SetUpFault(`${place}: ${error.message}`) : error;
      });
    known.push(erasures);
  }
  const before = from.map(placeOf).join(', ');
  const older =
    'The restored database is of an older version of the site. Start that version once, or this one, then run this again.';
  const needs = await tools.unmigratedRecords();
  const deletedAgain = await completeRestore(needs, before, ...known).catch(withoutTable(older));
  return { from: before, deletedAgain };
}

/** Hosts and name of a database, without user, password and options. */
const placeOf = (url: string): string => url.replace(/^\w+:\/\/([^/]*@)?|\?.*$/g, '');

/** Refuses with these words where PostgreSQL misses a table, and otherwise throws what was thrown. */
const withoutTable = (words: string) => (error: unknown) => {
  throw databaseCode(error) === 'POSTGRES_42P01' ? new Refusal('invalid_request', words) : error;
};

const copiedTables = tableOf<{ table: string; rows: number; checksum: string }>({
  table: 'table',
  rows: 'rows',
  'SHA-256': ({ checksum }) => checksum.slice(0, 16),
});
