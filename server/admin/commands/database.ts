import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { Refusal } from '#server/refusal.ts';
import { databaseFiles } from '../compose.ts';
import { table } from '../display.ts';
import { does, leaf, type Session } from '../tools.ts';

/** `database copy` and `database create`. */
export function databaseCommands(program: Command, session: Session): void {
  const database = program.command('database').description('where the data lies');
  does(
    session,
    leaf(database, 'create', 'make the database of a new shop; what is there stays as it is'),
    async (tools) => {
      await databaseFiles.create(tools.config(), tools.clock);
      tools.show({ created: true }, 'The database is there.');
    },
  );
  does<{ to?: string }>(
    session,
    leaf(
      database,
      'copy',
      'copy the SQLite database into an empty PostgreSQL database, and compare both; stop the site before',
    ).option(
      '--to <address>',
      'postgres://user:password@host:5432/database; DATABASE_URL when it is not given',
    ),
    async (tools, _args, { to }) => {
      const { databaseFile, databaseUrl } = tools.config();
      const target = to ?? databaseUrl;
      if (target === null) throw new Refusal('invalid_request', 'Say with --to where the copy goes.');
      if (!/^postgres(ql)?:\/\//.test(target)) {
        throw new Refusal('invalid_request', '--to is not an address that begins with postgres://.');
      }
      if (!existsSync(databaseFile)) throw new Refusal('not_found', `There is no file ${databaseFile}.`);
      const progress = { Copied: tools.progress('Copied rows'), Compared: tools.progress('Compared rows') };
      const report = await databaseFiles.copyToPostgres(databaseFile, target, {
        clock: tools.clock,
        onProgress: (what, rows, of) => progress[what](rows, of),
      });
      const rows = report.tables.reduce((sum, { rows: some }) => sum + some, 0);
      tools.show(
        report,
        table(
          ['table', 'rows', 'SHA-256'],
          report.tables.map(({ table: name, rows: some, checksum }) => [
            name,
            String(some),
            checksum.slice(0, 16),
          ]),
        ),
      );
      if (report.resumedAfter > 0)
        tools.note(`${report.resumedAfter} rows were there from a copy that was interrupted.`);
      tools.note(
        `${rows} rows are the same in both. Set DATABASE_URL, start the site, and keep ${databaseFile} until you have looked around.`,
      );
    },
  );
}
