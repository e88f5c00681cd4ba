import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy, buyUnheard } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

describe('events', () => {
  it('names the outcomes that there are, and says how to see the types', async () => {
    expect(await desk.run(['events', 'list', '--outcome', 'fullfilled'])).toMatchObject({
      ...{ code: 2, out: '' },
      err: expect.stringContaining('Expected one of: fulfilled, already_fulfilled, not_paid'),
    });
    expect((await desk.run(['events', 'list', '--outcome', 'Waiting'])).code).toBe(0);
    expect(await desk.run(['events', 'list', '--type', 'checkout.completed'])).toMatchObject({
      ...{ code: 0, out: '(none)\n', err: expect.stringContaining('"events list" shows those that are') },
    });
  });

  it('list shows the ledger, and replay takes an event in once more', async () => {
    const { sessionId } = await buy(desk.shop, ['fod'], newEmail());
    const list = await desk.run([
      'events',
      'list',
      '--type',
      'checkout.session.completed',
      '--most',
      '100',
      '--json',
    ]);
    const event = list
      .json<{ id: string; objectId: string; outcome: string }[]>()
      .find(({ objectId }) => objectId === sessionId);
    // The reconciler, which runs after the start, may have recorded the purchase first.
    const { outcome = '' } = event ?? {};
    expect(outcome).toMatch(/^(already_)?fulfilled$/);
    expect((await desk.run(['events', 'list', '--outcome', outcome])).out).toContain(event?.id);
    const replayed = await desk.run(['events', 'replay', event?.id ?? '', '--json']);
    expect(replayed.json()).toMatchObject({
      type: 'checkout.session.completed',
      outcome: 'already_fulfilled',
    });
    expect(await desk.run(['events', 'replay', 'evt_none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('30 days'),
    });
  });
});

describe('reconcile', () => {
  it('brings in what the webhook lost, once, and says what it would do with --dry-run', async () => {
    const { sessionId } = await buyUnheard(desk.shop, ['fod'], newEmail());
    const dry = await desk.run(['reconcile', '--dry-run']);
    expect(dry.out).toMatch(new RegExp(`purchases missing +${sessionId}`));
    const purchasesOf = async (...options: string[]) =>
      (await desk.run(['reconcile', '--json', ...options])).json<{ purchases: string[] }>().purchases;
    expect(await purchasesOf('--since', new Date().toISOString().slice(0, 10))).toEqual([sessionId]);
    expect(await purchasesOf()).toEqual([]);
  });

  it('says what it could not take in, and why', async () => {
    const { sessionId } = await buyUnheard(desk.shop, ['fod'], newEmail());
    const db = new Database(desk.shop.config.databaseFile);
    db.exec("CREATE TRIGGER full BEFORE INSERT ON purchases BEGIN SELECT RAISE(ABORT, 'no room'); END");
    const { code, out, err } = await desk.run(['reconcile']);
    db.exec('DROP TRIGGER full');
    db.close();
    expect([code, out]).toEqual([1, expect.stringMatching(/^failed +2, tried again by the next run$/m)]);
    const failed = 'the reconciler could not take something in and will try it again';
    expect(err).toMatch(new RegExp(`^${failed}: evt_\\w+: no room$`, 'm'));
    expect(err).toContain(`${failed}: ${sessionId}: no room\n`);
    expect((await desk.run(['reconcile'])).out).toContain(sessionId);
  });
});
