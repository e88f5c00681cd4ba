import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { putEmptyDatabase } from './ledger-in-memory.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Both databases, for the suite that both have to pass. Each opens an empty shop of its own. */
export const engines: readonly { engine: string; open(clock: Clock): Promise<Ledger> }[] = [
  {
    engine: 'SQLite',
    async open(clock) {
      const directory = mkdtempSync(join(tmpdir(), 'ledger-'));
      const file = join(directory, 'site.sqlite');
      putEmptyDatabase(file);
      const ledger = openSqliteLedger(file, 'migrations', clock);
      const close = async () => {
        await ledger.close();
        rmSync(directory, { recursive: true });
      };
      return { ...ledger, close };
    },
  },
  {
    engine: 'PostgreSQL',
    async open(clock) {
      const url = await newPostgresDatabase();
      return (await openPostgresLedger(url, 'migrations/postgres', { clock, log: silent, user: 'site' }))
        .ledger;
    },
  },
];
