import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { CopyReport } from '#server/engines/copy/copy.ts';
import { copiedTables } from '#server/engines/copy/tables.ts';
import { openLedger } from '#server/engines/open-ledger.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { startSite } from '#server/main.ts';
import { listCodeBatches } from '#server/operating/code-batches.ts';
import { fillShop } from '#tests/postgres/support/filled-shop.ts';
import { admin } from '#tests/support/admin.ts';
import { compileCache } from '#tests/support/compile-cache.ts';
import { ownFacts } from '#tests/support/example-facts.ts';
import { ledgerVerbs, silentLog as log } from '#tests/support/ledger-verbs.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';

const clock = () => new Date('2026-01-01T00:00:00Z');
const purchases = 4_000;

let directory: string;
let databaseFile: string;
let target: string;
let environment: Record<string, string>;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'copy-'));
  databaseFile = join(directory, 'site.sqlite');
  target = await newPostgresDatabase('empty');
  environment = {
    PUBLIC_URL: 'http://localhost:1',
    PORT: '0',
    DATA_DIR: directory,
    STRIPE_SECRET_KEY: 'sk_test_shop',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
    COGNITO_ENDPOINT: 'http://127.0.0.1:1',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
    COGNITO_USER_POOL_ID: 'eu-north-1_TestPool1',
    COGNITO_CLIENT_ID: 'testwebclient',
    SESSION_KEYS: 'a-session-key-for-tests-of-32-chars-or-more',
    LOG_LEVEL: 'silent',
  };
  await fillShop(databaseFile, purchases);
});
afterEach(() => rmSync(directory, { recursive: true }));

const copy = (to = target) => admin(environment, ['database', 'copy', '--to', to, '--json']);
const copied = async () =>
  Number((await askPostgres<{ n: string }>(target, 'SELECT count(*) AS n FROM webhook_events'))[0]?.n);

/** Runs a copy in a separate process and kills it half-way. */
async function interruptedCopy(): Promise<void> {
  const child = spawn(process.execPath, ['server/admin/main.ts', 'database', 'copy', '--to', target], {
    env: { ...compileCache, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It reports its progress, one line for each tenth.
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  // How long to wait for their end, in milliseconds: they hold the copy's lock.
  await askPostgres(
    target,
    `SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

describe('a database that is missing or empty, beside a live key,', () => {
  it.each(['SQLite', 'PostgreSQL'])(
    'is not made unasked in %s: the start is refused with what to do',
    async (engine) => {
      const { STRIPE_API_BASE: _, COGNITO_ENDPOINT: __, ...hosted } = environment;
      const siteFile = join(directory, 'site.json');
      writeFileSync(siteFile, JSON.stringify(ownFacts));
      const live = {
        ...{ ...hosted, STRIPE_SECRET_KEY: 'sk_live_1234567890', PUBLIC_URL: 'https://shop.example.com' },
        SITE_FILE: siteFile,
        DATABASE_FILE: join(directory, 'lost.sqlite'),
        ...(engine === 'PostgreSQL' && { DATABASE_URL: target }),
      };
      for (let twice = 0; twice < 2; twice += 1)
        await expect(startSite(readConfig(live))).rejects.toThrow(
          /missing or empty.*restore the newest backup.*"database create".*CREATE_DATABASE=yes/s,
        );
      const doctor = await admin(live, ['actions']);
      expect([doctor.code, doctor.err]).toEqual([1, expect.stringContaining('missing or empty')]);
      expect(readConfig({ ...live, CREATE_DATABASE: 'yes' }).mayCreateDatabase).toBe(true);
      expect(readConfig({ ...live, STRIPE_SECRET_KEY: 'sk_test_x' }).mayCreateDatabase).toBe(true);
      expect(await admin(live, ['database', 'create'])).toMatchObject({ code: 0, err: '' });
      expect(await admin(live, ['actions'])).toMatchObject({ code: 0 });
    },
  );
});

describe('database copy', () => {
  it('goes on where it was interrupted, ends with the same rows, and PostgreSQL answers as SQLite does', async () => {
    await interruptedCopy();
    const before = await copied();
    expect(before).toBeGreaterThan(0);
    await expect(startSite(readConfig({ ...environment, DATABASE_URL: target }))).rejects.toThrow(
      /copy that was not finished/,
    );
    const run = await copy();
    expect(run.err).toBe('');
    expect(run.code).toBe(0);
    const report = run.json<CopyReport>();
    expect(report.resumedAfter).toBeGreaterThanOrEqual(before);
    expect(report.tables.map(({ table }) => table)).toEqual(copiedTables);
    expect(report.tables.every(({ rows }) => rows > 0)).toBe(true);
    expect(report.tables.find(({ table }) => table === 'purchases')?.rows).toBe(purchases);

    const open = async (databaseUrl: string | null) =>
      (await openLedger({ databaseFile, databaseUrl }, { clock, log, user: 'site' })).ledger;
    const [sqlite, postgres] = [await open(null), await open(target)];
    for (const number of [0, 1, 26, 130, 3999]) {
      const email = `reader-${number}@example.com`;
      const account: Account = { id: `sub-${number}`, username: 'reader', email, emailVerified: true };
      const answers = async (ledger: Ledger) => {
        const verbs = ledgerVerbs(ledger);
        return [
          await verbs.ownedGrants(account, clock()),
          await verbs.ownedOrders(account, clock()),
          await verbs.findOrder(`cs_${number * 3 + 1}`),
          await verbs.redeemCode(`code-${number + 1}`, account, clock()),
          await verbs.orderGrants(`cs_${number * 3 + 1}`),
          await verbs.findSession('hash', new Date(0)),
          await listCodeBatches({ ledger, clock, actor: 'operator:kim' }),
        ];
      };
      expect(await answers(postgres)).toEqual(await answers(sqlite));
    }
    await Promise.all([sqlite.close(), postgres.close()]);
  });

  it('finds what changed behind its back, and says what to do', async () => {
    await interruptedCopy();
    const db = new Database(databaseFile);
    db.exec("UPDATE webhook_events SET outcome = 'ignored' WHERE id = (SELECT min(id) FROM webhook_events)");
    db.close();
    const run = await copy();
    expect(run.code).toBe(1);
    expect(run.err).toMatch(
      /webhook_events differs: 4000 rows in SQLite, 4000 in PostgreSQL, or what they say/,
    );
    expect((await copy()).code).toBe(1);
  });

  it('says what is wrong with an address that PostgreSQL does not take', async () => {
    const run = await copy(Object.assign(new URL(target), { password: 'wrong' }).href);
    expect(run.code).toBe(1);
    // Up to the end of the output: no stack trace.
    expect(run.err).toMatch(
      /^\{"error":"PostgreSQL cannot be used at this address: password .* are right\."\}\n$/,
    );
  });

  it('copies beside a running site where it is forced to', async () => {
    const { ledger } = await openLedger({ databaseFile, databaseUrl: null }, { clock, log, user: 'site' });
    expect((await copy()).code).toBe(1);
    const forced = await admin(environment, ['database', 'copy', '--to', target, '--force', '--json']);
    expect([forced.code, forced.err]).toEqual([0, '']);
    await ledger.close();
  });

  it('refuses a target with tables of another program, and leaves nothing in it', async () => {
    await askPostgres(target, 'CREATE TABLE sessions (a int)');
    const said = 'has tables of another program (sessions). Name one that is empty.';
    expect(await copy()).toMatchObject({ code: 1, err: expect.stringContaining(said) });
    const create = await admin({ ...environment, DATABASE_URL: target }, ['database', 'create']);
    expect(create).toMatchObject({ code: 1, err: expect.stringContaining(said) });
    expect(await askPostgres(target, "SELECT to_regclass('schema_migrations') AS found")).toMatchObject([
      { found: null },
    ]);
  });

  it('refuses a target with something in it, and one that it has finished', async () => {
    const first = await copy();
    expect([first.code, first.err]).toEqual([0, '']);
    const again = await copy();
    expect(again.code).toBe(1);
    expect(again.err).toMatch(/There is something in the target already \(webhook_events\)/);
    expect(await copied()).toBe(purchases);
  });
});

it('On PostgreSQL, backup and restore say whose business that is, and the doctor looks the database over', async () => {
  const databaseUrl = await newPostgresDatabase();
  const run = (...args: string[]) => admin({ ...environment, DATABASE_URL: databaseUrl }, args);
  const backup = await run('backup', join(directory, 'copy.sqlite'));
  expect([backup.code, backup.err]).toEqual([1, expect.stringContaining('pg_dump')]);
  const restore = await run('restore', databaseFile, '--yes');
  expect([restore.code, restore.err]).toEqual([1, expect.stringContaining('pg_restore')]);
  const findings = (await run('doctor', '--json')).json<
    { check: string; verdict: string; found: string }[]
  >();
  expect(findings.find(({ check }) => check === 'database')).toMatchObject({
    verdict: 'ok',
    found: expect.stringMatching(/^whole, 0 purchases/),
  });
  expect(findings.find(({ check }) => check === 'disk space')).toMatchObject({ verdict: 'ok' });
});
