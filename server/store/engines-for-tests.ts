import type { OperatorStore } from '#server/domain/ports/operator-store.ts';
import type { Clock, Log } from '#server/domain/ports/runtime.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { readMigrations } from './migration-files.ts';
import { openPostgresStore } from './postgres/store.ts';
import { openDatabase } from './sqlite/database.ts';
import { migrate } from './sqlite/migrations.ts';
import { createStore } from './sqlite/store.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Both databases, for the suite that both have to pass. Each opens an empty shop of its own. */
export const engines: readonly { engine: string; open(clock: Clock): Promise<OperatorStore> }[] = [
  {
    engine: 'SQLite',
    async open(clock) {
      const db = openDatabase(':memory:');
      migrate(db, readMigrations('migrations'), clock);
      return createStore(db);
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
