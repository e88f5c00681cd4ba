import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Redemption } from '#server/claiming/redeem-code.ts';
import type { Grant } from '#server/claiming/unlocked-content.ts';
import { openPostgresLedger } from '#server/engines/postgres/ledger.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { readMigrations } from '#server/ledger/migration-files.ts';
import { importCodes } from '#server/operating/code-batches.ts';
import { newLink } from '#tests/support/claims.ts';
import { ledgerVerbs, silentLog as log } from '#tests/support/ledger-verbs.ts';
import { askPostgres, newPostgresDatabase } from '#tests/support/postgres.ts';
import { openLine } from './support/line.ts';
import { purchaseOfRace, type Racers, startRacers } from './support/race.ts';

const at = new Date('2025-06-01T12:00:00Z');
const open = async (url: string) =>
  (await openPostgresLedger(url, 'migrations/postgres', { clock: () => at, log, user: 'site' })).ledger;

let url: string;
let ledger: Ledger;
beforeEach(async () => {
  url = await newPostgresDatabase();
  ledger = await open(url);
});
afterEach(() => ledger.close());
const count = async (sql: string) => Number((await askPostgres<{ n: string }>(url, sql))[0]?.n);

describe('200 calls at once, over three processes', () => {
  let racers: Racers;
  beforeAll(() => {
    racers = startRacers();
  });
  afterAll(() => racers.end());

  it('redeem a code as often as it is good for, and not once more', async () => {
    const code = {
      code: 'rush',
      campaign: 'c',
      unlocks: ['fod'] as const,
      expiresAt: null,
      mostRedemptions: 50,
    };
    await importCodes({ ledger, clock: () => at, actor: 'operator:kim' }, [code], 'rush.csv');
    const results = await racers.race<Redemption>(url, 'redeem', 200);
    expect(results.filter(({ ok }) => ok)).toHaveLength(50);
    expect(results.filter((one) => !one.ok && one.error === 'code_already_used')).toHaveLength(150);
    expect(await count('SELECT count(*) AS n FROM redemptions')).toBe(50);
    expect(await count('SELECT count(*) AS n FROM grants')).toBe(50);
  });

  it('record one and the same purchase once, with all their events', async () => {
    const results = await racers.race<string>(url, 'purchase', 200);
    expect(results.filter((outcome) => outcome === 'fulfilled')).toHaveLength(1);
    expect(results.filter((outcome) => outcome === 'already_fulfilled')).toHaveLength(199);
    expect(await count('SELECT count(*) AS n FROM webhook_events')).toBe(200);
    expect(await count('SELECT count(*) AS n FROM grants')).toBe(2);
  });

  it('claim what waits for an address for one account, all of it', async () => {
    const { recordPurchase } = ledgerVerbs(ledger);
    await recordPurchase(purchaseOfRace(1), ['fod', 'fist'], { by: 'webhook', event: null }, at);
    await recordPurchase(purchaseOfRace(2), ['coc_aatt'], { by: 'webhook', event: null }, at);
    const results = await racers.race<Grant[]>(url, 'claim', 200);
    expect(results.filter(({ length }) => length > 0)).toHaveLength(1);
    expect(results.find(({ length }) => length > 0)).toHaveLength(3);
    expect(await count('SELECT count(DISTINCT account_id) AS n FROM purchases')).toBe(1);
    expect(await count("SELECT count(*) AS n FROM grant_events WHERE what = 'claimed'")).toBe(3);
  });

  it('open a claim link, each from another account, and one account has the order', async () => {
    const { recordPurchase } = ledgerVerbs(ledger);
    await recordPurchase(purchaseOfRace(1), ['fod', 'fist'], { by: 'webhook', event: null }, at);
    const token = await newLink(ledger, 'cs_1', at);
    const results = await racers.race<string>(url, 'claim link', 200, { token });
    expect(results.filter((outcome) => outcome === 'ok fist fod')).toHaveLength(1);
    expect(results.filter((outcome) => outcome === 'belongs_to_other_account')).toHaveLength(199);
    expect(await count('SELECT count(DISTINCT account_id) AS n FROM grants')).toBe(1);
    expect(await count("SELECT count(*) AS n FROM grant_events WHERE what = 'claimed'")).toBe(2);
  });

  it('pay and get back 100 orders in no order, and every one of them ends as given back', async () => {
    await racers.race(url, 'refund beside purchase', 200);
    expect(await count('SELECT count(*) AS n FROM purchases')).toBe(100);
    expect(await count("SELECT count(*) AS n FROM grants WHERE withheld_reason = 'refunded'")).toBe(100);
  });
});

it('One process at a time reconciles, and another one has its turn when the first has died', async () => {
  const other = await open(url);
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const first = ledger.asLeader('reconciler', async () => {
    entered.resolve();
    await leave.promise;
  });
  await entered.promise;
  const none = async () => undefined;
  expect(await other.asLeader('reconciler', none)).toBe(false);
  expect(await other.asLeader('housekeeping', none)).toBe(true);
  // Like the server when the process with the lock is gone. Other tests hold locks in other databases.
  await askPostgres(
    url,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE locktype = 'advisory' AND datname = current_database()`,
  );
  expect(await other.asLeader('reconciler', none)).toBe(true);
  leave.resolve();
  await expect(first).rejects.toMatchObject({ name: 'DatabaseFault', passing: true });
  await other.close();
});

it('A leader whose line is cut without a word is followed by another one, and one that is only slow stays', async () => {
  const cut = await openLine(url);
  const idleInTransactionMs = 600;
  const limits = { statementMs: 2000, lockMs: 2000, idleInTransactionMs };
  const { ledger: leading } = await openPostgresLedger(cut.url, 'migrations/postgres', {
    ...{ clock: () => at, log, user: 'site' },
    limits,
  });
  const leave = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const led = leading.asLeader('mailing', async () => {
    entered.resolve();
    await leave.promise;
  });
  await entered.promise;
  const next = () => ledger.asLeader('mailing', async () => undefined);
  const signs = () =>
    count(
      `SELECT count(*) AS n FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory'
       AND datname = current_database() AND clock_timestamp() - xact_start > interval '${3 * idleInTransactionMs} ms'`,
    );
  await expect.poll(signs, { timeout: 10_000 }).toBe(1);
  expect(await next()).toBe(false);
  cut.silence();
  await expect.poll(next, { timeout: 10_000 }).toBe(true);
  leave.resolve();
  await expect(led).rejects.toMatchObject({ name: 'DatabaseFault' });
  cut.close();
  await leading.close();
});

it('Of several processes that start at once on an empty database, one migrates and the others wait for it', async () => {
  const empty = await newPostgresDatabase('empty');
  const ledgers = await Promise.all([open(empty), open(empty), open(empty)]);
  await Promise.all(ledgers.map((one) => one.ping()));
  expect(await askPostgres(empty, 'SELECT count(*)::int AS n FROM schema_migrations')).toEqual([
    { n: readMigrations('migrations/postgres').length },
  ]);
  await Promise.all(ledgers.map((one) => one.close()));
});
