import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '#server/engines/postgres/store.ts';
import { openSqliteStore } from '#server/engines/sqlite/store.ts';
import type { OperatorStore } from '#server/ledger/operator-store.ts';
import type { Clock, Log } from '#server/runtime.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Both databases, for the suite that both have to pass. Each opens an empty shop of its own. */
export const engines: readonly { engine: string; open(clock: Clock): Promise<OperatorStore> }[] = [
  {
    engine: 'SQLite',
    async open(clock) {
      const directory = mkdtempSync(join(tmpdir(), 'store-'));
      const store = openSqliteStore(join(directory, 'site.sqlite'), 'migrations', clock);
      const close = async () => {
        await store.close();
        rmSync(directory, { recursive: true });
      };
      return { ...store, close };
    },
  },
  {
    engine: 'PostgreSQL',
    async open(clock) {
      const url = await newPostgresDatabase();
      return (await openPostgresStore(url, 'migrations/postgres', { clock, log: silent, user: 'site' }))
        .store;
    },
  },
];
