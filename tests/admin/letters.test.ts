import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Finding } from '#server/operating/finding.ts';
import { shopDay } from '#shared/shop-day.ts';
import { admin } from '#tests/support/admin.ts';
import { buy } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ mail: true });
});
afterEach(() => shop.close());

const run = (args: string[], over: Record<string, string> = {}) =>
  admin({ ...shop.environment, ...over }, args);
const trouble = async () =>
  (await run(['letters', 'trouble', '--json'])).json<{ id: number; state: string }[]>();
const mailFinding = async (check: string, over: Record<string, string> = {}) =>
  (await run(['doctor', '--json'], over)).json<Finding[]>().find((finding) => finding.check === check);

it('a letter that was refused is listed with its order, and sent again once', async () => {
  const email = `bounce-${newEmail()}`;
  const { sessionId } = await buy(shop, ['fod'], email);
  await vi.waitFor(async () => expect(await trouble()).toMatchObject([{ state: 'refused' }]), 30_000);
  const { out } = await run(['letters', 'trouble']);
  expect(out).toContain(sessionId);
  expect(out).toContain('550 5.1.1');
  expect(out).not.toContain(email);
  expect(await mailFinding('outbox')).toMatchObject({
    ...{ verdict: 'warning', found: expect.stringContaining('refused by their address: 1') },
  });
  const [letter] = await trouble();
  const retry = ['letters', 'retry', String(letter?.id), '--reason', 'the mailbox is there again'];
  expect(await run(retry)).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect(await trouble()).toMatchObject([{ state: 'refused' }]), 30_000);
  expect(await run(['letters', 'retry', '999', '--reason', 'x'])).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('letters trouble') },
  });
});

it('a day of letters that did not arrive is sent again by one command', async () => {
  for (const id of ['fod', 'fist']) await buy(shop, [id], `bounce-${newEmail()}`);
  await vi.waitFor(async () => expect(await trouble()).toHaveLength(2), 30_000);
  const retry = (...args: string[]) =>
    run(['letters', 'retry', '--reason', 'the relay works again', ...args]);
  expect(await retry('--since', shopDay(new Date()))).toMatchObject({
    ...{ code: 0, out: '2 are in the outbox again.\n' },
  });
  await vi.waitFor(async () => expect(await trouble()).toHaveLength(2), 30_000);
  expect(await retry('--since', '2999-01-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No letter can be sent again'),
  });
  for (const wrong of [[], ['1', '--since', '2026-01-01'], ['--since', 'yesterday']])
    expect([wrong, (await retry(...wrong)).code]).toEqual([wrong, 2]);
});

it('the doctor says that the outbox cannot be written', async () => {
  const database = new Database(shop.config.databaseFile);
  database.exec(
    "CREATE TRIGGER full BEFORE UPDATE ON mail_service BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  expect(await mailFinding('outbox')).toMatchObject({
    ...{ verdict: 'wrong', found: 'no room', advice: expect.stringContaining('delivers them again') },
  });
  database.exec('DROP TRIGGER full');
  database.close();
});

it('the doctor says that the password of the mail service is wrong, and that no sale is lost', async () => {
  expect(await mailFinding('mail service')).toMatchObject({ verdict: 'ok' });
  const { host } = new URL(shop.environment['SMTP_URL'] ?? '');
  expect(await mailFinding('mail service', { SMTP_URL: `smtp://shop:wrong@${host}` })).toMatchObject({
    ...{ verdict: 'wrong', found: '535 5.7.8 (signing in was refused)' },
    advice: expect.stringContaining('no sale is lost'),
  });
  expect(await mailFinding('mail service', { SMTP_URL: '', MAIL_FROM: '' })).toMatchObject({
    ...{ verdict: 'warning', advice: expect.stringContaining('SMTP_URL') },
  });
});
