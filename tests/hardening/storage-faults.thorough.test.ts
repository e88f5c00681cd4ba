import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from '#server/engines/open-ledger.ts';
import { assertDatabaseWhole } from '#server/engines/sqlite/integrity.ts';
import { createReadiness } from '#server/http/readiness.ts';
import { probeWrites, usualProbeMs } from '#server/ledger/write-probe.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';
import { bearer, buy, checkout, json, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson, type Person } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { freePort } from './support/figures.ts';
import { canMount, type SiteProcess, startSiteProcess } from './support/site-process.ts';
import { paidEvent, postEvent } from './support/webhooks.ts';

let shop: Shop;
let site: SiteProcess | undefined;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(async () => {
  await site?.signal('SIGKILL');
  site = undefined;
  await shop.close();
});

describe('a locked database', () => {
  it('makes a webhook fail with 500, so that it is delivered again, and a call answer 503 with Retry-After, until the lock is gone', async () => {
    const { idToken } = await newPerson(shop);
    const event = paidEvent(newEmail(), 'fist');
    const other = new Database(shop.config.databaseFile);
    other.exec('BEGIN IMMEDIATE');
    expect((await postEvent(shop, event)).status).toBe(500);
    const refused = await fetch(`${shop.url}/api/use-code`, {
      method: 'POST',
      headers: { ...json, ...bearer(idToken) },
      body: '{"activationCode":"none-such"}',
    });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable' });
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
    other.exec('ROLLBACK');
    other.close();
    expect((await postEvent(shop, event)).status).toBe(200);
  });
});

it('While another process writes, pages are answered as ever, and what is to be written waits for its turn', async () => {
  const other = new Database(shop.config.databaseFile);
  other.exec('BEGIN IMMEDIATE');
  let answered = false;
  const delivered = postEvent(shop, paidEvent(newEmail(), 'fist')).finally(() => {
    answered = true;
  });
  // A write waits for a second, so this must take less on any machine.
  for (const until = Date.now() + 300; Date.now() < until; )
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
  expect(answered).toBe(false);
  other.exec('ROLLBACK');
  other.close();
  expect((await delivered).status).toBe(200);
});

describe.skipIf(!canMount)('on a disk of its own,', () => {
  it('a full one answers 500 while it lasts, loses nothing, keeps the pages, and recovers by itself', async () => {
    await shop.stopSite();
    const metricsPort = await freePort();
    site = await startSiteProcess(shop, {
      ownMounts: true,
      environment: { METRICS_PORT: String(metricsPort) },
      before: 'mount -t tmpfs -o size=16m tmpfs "$DATA_DIR"',
    });
    const filler = join('/proc', String(site.pid), 'root', shop.environment['DATA_DIR'] ?? '', 'filler');
    const person = await newPerson(shop);
    const first = paidEvent(person.email, 'fist');
    expect((await postEvent(shop, first)).status).toBe(200);

    expect(() => writeFileSync(filler, Buffer.alloc(32 * 1024 * 1024))).toThrow('ENOSPC');
    // Free pages of the database's log can be reused; after a few purchases it has to grow.
    const later = Array.from({ length: 30 }, () => paidEvent(person.email, 'fod'));
    const statuses: number[] = [];
    for (const event of later) statuses.push((await postEvent(shop, event)).status);
    expect(statuses.at(-1)).toBe(500);
    expect(site.output()).toContain('SQLITE_FULL');
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(figures).toMatch(/^shop_database_faults_total\{code="SQLITE_FULL"\} [1-9]/m);
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    await readyIs(503);

    rmSync(filler);
    const acknowledged = statuses.filter((status) => status === 200).length;
    expect(await recordedOrders(person)).toBe(1 + acknowledged);
    for (const event of [first, ...later]) expect((await postEvent(shop, event)).status).toBe(200);
    expect(await recordedOrders(person)).toBe(1 + later.length);
  });

  it('one that is read-only keeps the site from starting, and the reason is said', async () => {
    await buy(shop, ['fist'], newEmail());
    await shop.stopSite();
    const readOnly = 'mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,bind,ro "$DATA_DIR"';
    await expect(startSiteProcess(shop, { ownMounts: true, before: readOnly })).rejects.toThrow(
      /The directory .* cannot be written \(EROFS\)/,
    );
    site = await startSiteProcess(shop);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  });
});

/** The orders that a person's account page lists. */
async function recordedOrders({ idToken }: Person): Promise<number> {
  const response = await fetch(`${shop.url}/api/orders`, { headers: bearer(idToken) });
  return ((await response.json()) as { orders: unknown[] }).orders.length;
}

const prlimit = spawnSync('prlimit', ['--version']).status === 0;

/**
 * A file system that turns read-only under a running site refuses every write to files that are open. An unprivileged
 * test cannot do that to a mount, but it can take away the right to write any file: SQLite is told of both by a failed
 * write(2) that is not "no space", and answers both with the same error.
 */
describe.skipIf(!prlimit)('a disk that turns read-only while the site runs', () => {
  it('answers 500 while it lasts, loses nothing, keeps the pages and what people own, and recovers by itself', async () => {
    await shop.stopSite();
    site = await startSiteProcess(shop);
    const { pid } = site;
    const limit = (bytes: number | 'unlimited') =>
      spawnSync('prlimit', [`--fsize=${bytes}:unlimited`, '--pid', String(pid)]).status;
    const person = await newPerson(shop);
    const first = paidEvent(person.email, 'fist');
    expect((await postEvent(shop, first)).status).toBe(200);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);

    expect(limit(0)).toBe(0);
    const second = paidEvent(person.email, 'fod');
    expect((await postEvent(shop, second)).status).toBe(500);
    expect((await postEvent(shop, second)).status).toBe(500);
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
    expect(site.output()).toContain('SQLITE_IOERR_WRITE');
    // The site is not ready, so no new requests are sent to it; existing visitors continue, and it is not restarted.
    await readyIs(503);
    expect(await (await fetch(`${shop.url}/readyz`)).json()).toMatchObject({
      code: 'service_unavailable',
      detail: 'The database refuses writes.',
    });

    expect(limit('unlimited')).toBe(0);
    expect((await postEvent(shop, second)).status).toBe(200);
    expect((await postEvent(shop, first)).status).toBe(200);
    expect((await unlockedIds(shop, person.idToken)).toSorted()).toEqual(['fist', 'fod']);
    // By itself: the next probe finds that writes succeed.
    await readyIs(200);
  });
});

it('That writes are refused is found out without anybody who writes, and a lock that somebody holds is not taken for it', async () => {
  await shop.stopSite();
  const clock = () => new Date();
  const lines: string[] = [];
  const say = (_fields: object, message: string) => void lines.push(message);
  const log = { info: say, warn: say, error: say };
  const { ledger } = await openLedger(shop.config, { clock, log, user: 'site' });
  const readiness = createReadiness();
  const probe = probeWrites({ ledger, clock, log, readiness }, 10);
  const other = new Database(shop.config.databaseFile);
  other.exec('BEGIN IMMEDIATE');
  await expect(ledger.write([], () => noteMailService(true, clock()))).rejects.toThrow(/locked/);
  other.exec('ROLLBACK');
  expect(readiness.obstacles()).toEqual([]);
  // A refusing trigger stands for the disk: its error is not temporary.
  other.exec("CREATE TRIGGER refuse BEFORE UPDATE ON write_probe BEGIN SELECT RAISE(ABORT, 'no'); END");
  await expect.poll(readiness.obstacles).toEqual(['The database refuses writes.']);
  other.exec('DROP TRIGGER refuse');
  await expect.poll(readiness.obstacles).toEqual([]);
  other.close();
  await probe.stop();
  await ledger.close();
  expect(lines).toEqual([
    'the database refuses writes: nothing can be sold until it takes them again',
    'the database takes writes again',
  ]);
});

it('A second site on the same database file is told of in the log, and lets go of no letter that the first one holds', async () => {
  const clock = () => new Date();
  const told: unknown[][] = [];
  const say = (...line: unknown[]) => void told.push(line);
  const log = { info: say, warn: say, error: say };
  const second = await openLedger(shop.config, { clock, log, user: 'site' });
  expect(second.isAlone).toBe(false);
  expect(told).toEqual([
    [
      { file: shop.config.databaseFile },
      expect.stringMatching(/^another site works from this database file/),
    ],
  ]);
  await second.ledger.close();
  await shop.stopSite();
  const afterwards = await openLedger(shop.config, { clock, log, user: 'site' });
  expect(afterwards.isAlone).toBe(true);
  expect(told).toHaveLength(1);
  await afterwards.ledger.close();
});

/** Waits until the site notices it in its regular check. */
const readyIs = (status: number) =>
  expect
    .poll(async () => (await fetch(`${shop.url}/readyz`)).status, { timeout: usualProbeMs / 2 })
    .toBe(status);

it('Once its file was replaced under it, a site answers webhooks with 500, says that it must be restarted, and sells nothing until then', async () => {
  const { databaseFile } = shop.config;
  const event = paidEvent(newEmail(), 'fist');
  copyFileSync(databaseFile, `${databaseFile}.backup`);
  renameSync(`${databaseFile}.backup`, databaseFile);
  expect((await postEvent(shop, event)).status).toBe(500);
  await readyIs(503);
  expect(await (await fetch(`${shop.url}/readyz`)).json()).toMatchObject({
    detail: expect.stringMatching(/^The database file was replaced or removed .+ Restart the site/),
  });
  await expect(checkout(shop, ['fist'], newEmail())).rejects.toThrow(/^checkout answered 503/);
  const told = shop.logText().split('nothing is sold until a restart');
  expect(told).toHaveLength(2);
  await shop.restart();
  expect((await postEvent(shop, event)).status).toBe(200);
  await checkout(shop, ['fist'], newEmail());
});

describe('the integrity check at start', () => {
  it('lets a whole database through, and one that is not there yet', () => {
    expect(assertDatabaseWhole(shop.config.databaseFile)).toBe(true);
    expect(assertDatabaseWhole(join(tmpdir(), 'no-such-file.sqlite'))).toBe(true);
  });

  it('keeps the site from starting on a damaged one, and says what to do', async () => {
    await buy(shop, ['fist'], newEmail());
    await shop.stopSite();
    const { databaseFile } = shop.config;
    const db = new Database(databaseFile);
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('journal_mode = DELETE');
    db.close();
    const bytes = readFileSync(databaseFile);
    // The first page stays, so that it is still a database; the rest is garbage.
    bytes.fill(0x5a, 4096, 40_960);
    writeFileSync(databaseFile, bytes);
    await expect(startSiteProcess(shop)).rejects.toThrow(/is damaged.*restore the newest backup/s);
  });

  it('of a large one goes on beside the open shop, which stops selling when it finds damage, and sends nobody away from the pages', async () => {
    const person = await newPerson(shop);
    await buy(shop, ['fist'], person.email);
    expect(await unlockedIds(shop, person.idToken)).toEqual(['fist']);
    await shop.stopSite();
    const { databaseFile } = shop.config;
    const db = new Database(databaseFile);
    const insert = db.prepare(
      "INSERT INTO operator_actions (at, actor, action, details) VALUES ('2026-01-01T00:00:00.000Z', 'operator:a', 'b', ?)",
    );
    const details = JSON.stringify({ long: 'x'.repeat(2 ** 20) });
    // In one transaction, so that the disk is synced once.
    db.transaction(() => {
      for (let megabytes = 0; megabytes < 80; megabytes += 1) insert.run(details);
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();

    site = await startSiteProcess(shop);
    await readyIs(200);
    const first = paidEvent(person.email, 'fod');
    expect((await postEvent(shop, first)).status).toBe(200);
    // Waiting grants are claimed for the account: another write, which cannot be postponed.
    expect((await unlockedIds(shop, person.idToken)).toSorted()).toEqual(['fist', 'fod']);
    await site.signal('SIGTERM');

    const file = openSync(databaseFile, 'r+');
    writeSync(file, Buffer.alloc(2 ** 20, 0x5a), 0, 2 ** 20, 40 * 2 ** 20);
    closeSync(file);
    site = await startSiteProcess(shop);
    await readyIs(503);
    expect(await (await fetch(`${shop.url}/readyz`)).json()).toMatchObject({
      detail: 'The database is damaged.',
    });
    expect(site.output()).toMatch(/nothing is sold from it\. Keep the file, restore the newest backup/);
    expect((await postEvent(shop, paidEvent(person.email, 'coc_aatt'))).status).toBe(500);
    await expect(checkout(shop, ['fist'], newEmail())).rejects.toThrow(/^checkout answered 5/);
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
    expect((await unlockedIds(shop, person.idToken)).toSorted()).toEqual(['fist', 'fod']);
  });
});

it('A redemption that the disk does not take is an error, and the code stays good', async () => {
  const person = await newPerson(shop);
  const ledger = openVerbs(shop.config.databaseFile, () => new Date());
  await ledger.addActivationCodes([{ code: 'dark-door', campaign: 'test', unlocks: ['fist'] }], new Date());
  await ledger.close();
  const redeem = () =>
    fetch(`${shop.url}/api/use-code`, {
      method: 'POST',
      headers: { ...json, ...bearer(person.idToken) },
      body: '{"activationCode":"dark-door"}',
    });
  const other = new Database(shop.config.databaseFile);
  other.exec('BEGIN IMMEDIATE');
  expect((await redeem()).status).toBe(503);
  other.exec('ROLLBACK');
  other.close();
  expect(await (await redeem()).json()).toMatchObject({ valid: true });
});
