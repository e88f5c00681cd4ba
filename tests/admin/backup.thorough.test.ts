import { copyFileSync, existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminProcess } from '#tests/support/admin.ts';
import { buy } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeEach, afterEach);
const withPath = (environment: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  ...environment,
});
function ordersIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare<[], { id: string }>('SELECT checkout_session_id AS id FROM purchases').all();
  db.close();
  return rows.map(({ id }) => id);
}

describe('backup, restore and verify', () => {
  it('every order acknowledged before the backup began is there after a restore in another directory', async () => {
    const acknowledged: string[] = [];
    let selling = true;
    const seller = async () => {
      while (selling) acknowledged.push((await buy(desk.shop, ['fod'], newEmail())).sessionId);
    };
    const sellers = [seller(), seller(), seller()];
    await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(15);

    const before = [...acknowledged];
    const file = desk.path('backup.sqlite');
    const backup = await adminProcess(withPath(desk.shop.environment), ['backup', file]);
    expect(backup).toMatchObject({ code: 0, out: expect.stringContaining('is whole') });
    expect(backup.err).toContain('Copied pages');
    selling = false;
    await Promise.all(sellers);
    expect(acknowledged.length).toBeGreaterThan(before.length);

    const verified = await desk.run(['verify', file, '--json']);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.json()).toMatchObject({ whole: true, faults: [], purchases: ordersIn(file).length });
    const elsewhere = { ...desk.shop.environment, DATA_DIR: desk.path('elsewhere') };
    const restored = await adminProcess(withPath(elsewhere), ['restore', file, '--yes']);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('is restored') });
    expect(ordersIn(join(elsewhere.DATA_DIR, 'site.sqlite'))).toEqual(expect.arrayContaining(before));
  });

  it('a backup is never written over a file, and leaves none behind when it fails', async () => {
    const file = desk.path('there.sqlite');
    writeFileSync(file, 'something else');
    expect(await desk.run(['backup', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    });
    expect((await desk.run(['backup', desk.path('no/such/directory.sqlite')])).code).toBe(1);
    expect(readdirSync(desk.directory)).toEqual(['there.sqlite']);
  });

  it('restore refuses while the site has the database open, unless it is told otherwise', async () => {
    const file = desk.path('backup.sqlite');
    await desk.run(['backup', file]);
    const { sessionId } = await buy(desk.shop, ['fod'], newEmail());
    const args = ['restore', file, '--yes'];
    const refused = await adminProcess(withPath(desk.shop.environment), args);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('stop the site first') });
    expect(ordersIn(desk.shop.config.databaseFile)).toEqual([sessionId]);

    const forced = await adminProcess(withPath(desk.shop.environment), [...args, '--force']);
    expect(forced.code).toBe(0);
    expect(ordersIn(desk.shop.config.databaseFile)).toEqual([]);
    const kept = /kept as (.*)\.\n/.exec(forced.err)?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
  });

  it('restore asks before it replaces a database, and what was sold since comes back with reconcile', async () => {
    const file = desk.path('backup.sqlite');
    await desk.run(['backup', file]);
    const { sessionId } = await buy(desk.shop, ['fod'], newEmail());
    await desk.shop.stopSite();
    expect(await desk.run(['restore', file], { answer: 'no' })).toMatchObject({
      code: 3,
    });
    expect(ordersIn(desk.shop.config.databaseFile)).toEqual([sessionId]);
    expect(await desk.run(['restore', file], { answer: 'yes' })).toMatchObject({
      code: 0,
    });
    expect(ordersIn(desk.shop.config.databaseFile)).toEqual([]);
    expect(await desk.run(['reconcile'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(sessionId),
    });
    expect(ordersIn(desk.shop.config.databaseFile)).toEqual([sessionId]);
  });

  it('verify and restore refuse what is damaged, foreign, or not there', async () => {
    await buy(desk.shop, ['fod'], newEmail());
    const file = desk.path('backup.sqlite');
    await desk.run(['backup', file]);
    copyFileSync(file, desk.path('short.sqlite'));
    truncateSync(desk.path('short.sqlite'), 100_000);
    writeFileSync(
      desk.path('text.sqlite'),
      'not a database, but long enough to be looked at as one'.repeat(100),
    );
    const foreign = new Database(desk.path('foreign.sqlite'));
    foreign.exec('CREATE TABLE purchases (id)');
    foreign.close();
    for (const name of ['short', 'text', 'foreign']) {
      const bad = desk.path(`${name}.sqlite`);
      const verified = await desk.run(['verify', bad]);
      expect(verified).toMatchObject({ code: 1, out: expect.stringContaining('not usable') });
      const restored = await desk.run(['restore', bad, '--yes', '--force']);
      expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('not usable') });
    }
    expect((await desk.run(['verify', desk.path('none')])).code).toBe(1);
    expect(ordersIn(desk.shop.config.databaseFile)).toHaveLength(1);
  });
});
