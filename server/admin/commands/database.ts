// The commands `database create` and `database copy`.

import { existsSync } from 'node:fs';
import { Refusal } from '#server/refusal.ts';
import { command, flag, group, option } from '../command.ts';
import { copyToPostgres, createDatabase } from '../compose.ts';
import { tableOf } from '../display.ts';

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
        if (!/^postgres(ql)?:\/\//.test(target)) {
          throw new Refusal('invalid_request', '--to is not an address that begins with postgres://.');
        }
        if (!existsSync(databaseFile)) throw new Refusal('not_found', `There is no file ${databaseFile}.`);
        const progress = { Copied: tools.progress('Copied rows'), Compared: tools.progress('Compared rows') };
        return copyToPostgres(databaseFile, target, {
          ...{ clock: tools.clock, force },
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
);

const copiedTables = tableOf<{ table: string; rows: number; checksum: string }>({
  table: 'table',
  rows: 'rows',
  'SHA-256': ({ checksum }) => checksum.slice(0, 16),
});
