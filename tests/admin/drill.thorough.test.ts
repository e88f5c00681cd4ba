import { mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scheduleBackups } from '#server/engines/sqlite/backup-schedule.ts';
import { admin } from '#tests/support/admin.ts';
import { silentLog as log } from '#tests/support/ledger-verbs.ts';
import { buy } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeEach, afterEach);

/** Only the location of the data: no key, no address, no user pool. */
const bare = () => ({ DATA_DIR: desk.shop.environment['DATA_DIR'] ?? '', BACKUP_DIR: desk.path('backups') });

/** Makes the backup that is due, like the site. @param at UTC */
async function scheduledBackup(at: string): Promise<string> {
  const directory = desk.path('backups');
  const schedule = scheduleBackups({
    ...{ databaseFile: desk.shop.config.databaseFile, directory, everyHours: 24, keep: 14, log },
    clock: () => new Date(at),
    onBackup: () => undefined,
  });
  await schedule.run();
  await schedule.stop();
  return join(directory, readdirSync(directory).toSorted().at(-1) ?? '');
}

describe('A restore drill', () => {
  it('restores the newest backup elsewhere, opens it, compares, leaves nothing behind, and needs no secret', async () => {
    await buy(desk.shop, ['fod'], newEmail());
    await scheduledBackup('2026-01-01T00:00:00Z');
    await buy(desk.shop, ['fist'], newEmail());
    const newest = await scheduledBackup('2026-01-02T00:00:00Z');
    await buy(desk.shop, ['fist'], newEmail());
    const before = readdirSync(bare().DATA_DIR).toSorted();
    const { code, out } = await admin(bare(), ['drill']);
    expect(out).toMatch(`${newest} can be restored.`);
    expect(out).toMatch(/purchases expected +2\n/);
    expect(code).toBe(0);
    expect(readdirSync(bare().DATA_DIR).toSorted()).toEqual(before);
    const [action] = (await desk.run(['actions', '--most', '1', '--json'])).json<object[]>();
    expect(action).toMatchObject({
      action: 'drill',
      subject: 'site-20260102T000000Z.sqlite',
      details: { whole: true, purchases: 2 },
    });
  });

  it('finds a backup that lacks purchases, and one that is damaged', async () => {
    await buy(desk.shop, ['fod'], newEmail());
    const file = await scheduledBackup('2026-01-01T00:00:00Z');
    const { sessionId } = await buy(desk.shop, ['fist'], newEmail());
    const db = new Database(desk.shop.config.databaseFile);
    // As if the backup lacked orders.
    db.prepare(
      "UPDATE purchases SET recorded_at = '2020-01-01T00:00:00.000Z' WHERE checkout_session_id = ?",
    ).run(sessionId);
    db.close();
    const lacking = await admin(bare(), ['drill', file]);
    expect(lacking.out).toContain(
      "it has 1 purchases, and the shop's database recorded 2 up to its newest one",
    );
    expect(lacking.code).toBe(1);

    truncateSync(file, statSync(file).size - 8192);
    const damaged = await admin(bare(), ['drill']);
    expect(damaged).toMatchObject({
      code: 1,
      out: expect.stringMatching(/cannot be relied on.*not compared/s),
    });
    const [action] = (await desk.run(['actions', '--most', '1', '--json'])).json<object[]>();
    expect(action).toMatchObject({ action: 'drill', details: { whole: false } });
  });

  it('on a machine without a database proves what it can, and says what it could not', async () => {
    const file = desk.path('alone.sqlite');
    await desk.run(['backup', file]);
    const elsewhere = desk.path('elsewhere');
    mkdirSync(elsewhere);
    const { code, out } = await admin({ DATA_DIR: elsewhere }, ['drill', file]);
    expect(code).toBe(0);
    expect(out).toContain('unknown: there is no database to compare with');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('of a wrong file is wrong usage, and no failed drill of the backups', async () => {
    const foreign = desk.path('foreign.sqlite');
    new Database(foreign).exec('CREATE TABLE purchases (id)').close();
    for (const [file, words] of [
      [desk.file('orders.csv', 'email,product\n'.repeat(100)), 'is no database of this site'],
      [desk.file('empty', ''), 'is no database of this site'],
      [foreign, 'is no database of this site'],
      [desk.path('none.sqlite'), 'There is no file'],
      [desk.shop.config.databaseFile, 'is the database itself'],
    ] as const) {
      const { code, err } = await admin(bare(), ['drill', file]);
      expect([file, code, err]).toEqual([file, 2, expect.stringContaining(words)]);
    }
    expect((await desk.run(['actions', '--json'])).out).not.toContain('drill');
  });

  it('of a backup that something was written over fails, although nothing in it is the site’s any more', async () => {
    const file = await scheduledBackup('2026-01-01T00:00:00Z');
    writeFileSync(file, 'x'.repeat(10_000));
    for (const args of [['drill'], ['drill', file]])
      expect(await admin(bare(), args)).toMatchObject({ code: 1, out: expect.stringContaining('relied on') });
    const [action] = (await desk.run(['actions', '--most', '1', '--json'])).json<object[]>();
    expect(action).toMatchObject({ action: 'drill', details: { whole: false } });
  });

  it('says so when there is no backup', async () => {
    expect(await admin(bare(), ['drill'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`there is none in ${bare().BACKUP_DIR}`),
    });
    expect(await admin({ ...bare(), BACKUP_DIR: 'off' }, ['drill'])).toMatchObject({
      err: expect.stringContaining('BACKUP_DIR is off'),
    });
  });
});

it('Restore, verify and backup need no secret either', async () => {
  await buy(desk.shop, ['fod'], newEmail());
  const file = desk.path('one.sqlite');
  expect(await admin(bare(), ['backup', file])).toMatchObject({ code: 0 });
  expect(await admin({}, ['verify', file])).toMatchObject({ code: 0 });
  const elsewhere = desk.path('elsewhere');
  const { code, out } = await admin({ DATA_DIR: elsewhere }, ['restore', file]);
  expect([code, out]).toEqual([0, expect.stringMatching(/is restored.*purchases +1/s)]);
  expect(statSync(join(elsewhere, 'site.sqlite')).mode & 0o777).toBe(0o600);
});
