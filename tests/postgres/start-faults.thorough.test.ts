import { connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import { freePort } from '#tests/hardening/support/figures.ts';
import { expectWords, programs } from '#tests/hardening/support/programs.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { newPostgresDatabase } from '#tests/support/postgres.ts';

const place = programs();
const site = (databaseUrl: string) => place.run(['server/main.ts'], { DATABASE_URL: databaseUrl });

describe('A site whose DATABASE_URL is not right says what PostgreSQL says, and what to look at:', () => {
  it('a wrong password, a database that is not there, TLS where there is none', async () => {
    const url = new URL(await newPostgresDatabase());
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    const told = (what: string) =>
      new RegExp(
        `^PostgreSQL cannot be used at this address: ${what}\\. See that user, password, database and sslmode are right in DATABASE_URL, or in the address that the command names\\.\n$`,
      );
    expectWords(
      await site(changed((copy) => Object.assign(copy, { password: 'wrong' }))),
      told('password authentication failed for user "shop"'),
    );
    expectWords(
      await site(changed((copy) => Object.assign(copy, { pathname: '/nothing' }))),
      told('database "nothing" does not exist'),
    );
    expectWords(
      await site(changed((copy) => copy.searchParams.set('sslmode', 'require'))),
      told('The server does not support SSL connections'),
    );
  });
});

it('A server that starts at the same time is waited for, and the log says so', async () => {
  const url = new URL(await newPostgresDatabase());
  const { hostname: host, port } = new URL(url);
  const door = createServer((socket) => void socket.pipe(connect(Number(port), host)).pipe(socket));
  onTestFinished(() => void door.close());
  url.port = String(await freePort());
  const told: unknown[] = [];
  const log = {
    ...silentLog,
    warn(_: object, text?: string) {
      told.push(text);
      door.listen(Number(url.port), host);
    },
  };
  const clock = () => new Date();
  const { ledger } = await openPostgresLedger(url.href, 'migrations/postgres', { clock, log, user: 'site' });
  await ledger.close();
  expect(told).toEqual(['PostgreSQL does not answer; it is tried for 30 s']);
});
