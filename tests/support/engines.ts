import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openPostgresLedger, type PostgresLedger } from '#server/engines/postgres/ledger.ts';
import { openSqliteLedger } from '#server/engines/sqlite/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Clock } from '#server/runtime.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';
import { emptiedPostgres } from './emptied-postgres.ts';
import { putEmptyDatabase } from './ledger-in-memory.ts';
import { silentLog } from './ledger-verbs.ts';
import { playedTwice } from './played-twice.ts';

/** The process's empty PostgreSQL databases that no test uses at present, with their connections. */
const unused: PostgresLedger[] = [];

async function openPostgres(clock: Clock): Promise<PostgresLedger> {
  const options = { clock, log: silentLog, user: 'site' } as const;
  return (await openPostgresLedger(await newPostgresDatabase(), 'migrations/postgres', options)).ledger;
}

interface Engine {
  engine: string;
  /** Opens an empty shop of its own. */
  open(clock: Clock): Promise<Ledger>;
}

const both: readonly Engine[] = [
  {
    engine: 'SQLite',
    async open(clock) {
      const directory = mkdtempSync(join(tmpdir(), 'ledger-'));
      const file = join(directory, 'site.sqlite');
      putEmptyDatabase(file);
      const ledger = playedTwice(openSqliteLedger(file, 'migrations', clock));
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
      const ledger = unused.pop() ?? (await openPostgres(clock));
      const close = async () => {
        await ledger.pool.query(emptiedPostgres);
        unused.push(ledger);
      };
      return { ...ledger, close };
    },
  },
];

/** The engines that a suite runs on: both, except in a run without a server (vitest.mutation.config.ts). */
export const engines = both.filter(({ engine }) => engine === 'SQLite' || inject('postgres'));
