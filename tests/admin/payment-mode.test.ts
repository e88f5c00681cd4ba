import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startSite } from '#server/main.ts';
import type { Finding } from '#server/operating/finding.ts';
import { admin } from '#tests/support/admin.ts';
import { buy } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

it('With a test key on the database of the real shop neither site nor command works, and both say why', async () => {
  const { environment } = desk.shop;
  await buy(desk.shop, ['fod'], newEmail());
  const mode = async (given: Record<string, string>) =>
    (await admin(given, ['doctor', '--json']))
      .json<Finding[]>()
      .find(({ check }) => check === 'payment mode');
  expect(await mode(environment)).toMatchObject({ verdict: 'ok', found: 'test orders only' });

  const db = new Database(desk.shop.config.databaseFile);
  db.exec('UPDATE purchases SET live = 1');
  db.close();
  const why = /test key, and the database has 1 real order/;
  await expect(startSite(readConfig({ ...environment, LOG_LEVEL: 'silent' }))).rejects.toThrow(why);
  expect(await desk.run(['reconcile'])).toMatchObject({ code: 1, err: expect.stringMatching(why) });
  const findings = (await admin(environment, ['doctor', '--json'])).json<Finding[]>();
  expect(findings.at(-1), 'nothing of backups').toMatchObject({
    found: expect.stringMatching(why),
    advice: '',
  });
  // Commands without need of a key still work.
  expect(await desk.run(['backup', desk.path('copy.sqlite')])).toMatchObject({ code: 0 });

  const allowed = await mode({ ...environment, TEST_ON_REAL_ORDERS: 'yes' });
  expect(allowed).toMatchObject({ verdict: 'warning', found: expect.stringContaining('1 real order') });
});
