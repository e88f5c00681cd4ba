import { afterEach, beforeEach, expect, it } from 'vitest';
import { integer } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { noteMailFault, noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, postponeLetter } from '#server/outbox/outbox.ts';
import { at, later, type OperatorsDesk, openDesk, refundOf } from '#tests/support/operators-desk.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { noteDrill } from './drill.ts';
import { showToday } from './today.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

/** What the day begins with; nothing is live here. */
const today = (live = false) => showToday(desk.needs, live);
const anImport = command(
  `INSERT INTO imports (kind, name, started_by, started_at, finished_at, undone_at, undone_by)
   VALUES ('backers', 'list.csv', 'kim', ?, ?, ?, ?)`,
);
const letterIds = query('SELECT id FROM letters ORDER BY id', { id: integer });

it('Of an empty shop there is nothing to tell, and that somebody looked is on record', async () => {
  expect(await today()).toEqual({
    ...{ attention: [], trouble: [], lastEventAt: null },
    sales: [1, 7, 30].map((days) => ({ days, orders: 0, ore: 0 })),
  });
  expect(await desk.recorded()).toEqual([['today.show', null, null, {}]]);
});

it('Sales count by days of the shop, today included, before refunds, and real ones apart from those of a test key', async () => {
  // 2 June, noon: in Stockholm today began at 22:00 UTC the day before.
  desk.turnTo(later);
  const paid = [
    '2025-06-01T22:00:00Z',
    '2025-06-01T21:59:59Z',
    '2025-05-26T22:00:00Z',
    '2025-05-26T21:59:59Z',
  ];
  const longAgo = ['2025-05-03T22:00:00Z', '2025-05-03T21:59:59Z'];
  for (const [index, time] of [...paid, ...longAgo].entries())
    await desk.sell(index, { paidAt: new Date(time), totalOre: 10 ** index });
  await desk.sell(9, { live: true, paidAt: later, totalOre: 7 });
  await desk.ledger.recordPaymentFact(refundOf(0, { amountOre: 1 }), { by: 'webhook', event: null }, later);
  expect((await today()).sales).toEqual([
    { days: 1, orders: 1, ore: 1 },
    { days: 7, orders: 3, ore: 111 },
    { days: 30, orders: 5, ore: 11_111 },
  ]);
  expect((await today(true)).sales).toEqual([1, 7, 30].map((days) => ({ days, orders: 1, ore: 7 })));
});

it('What waits for a person comes with as much of its order as says whether it is urgent', async () => {
  await desk.sell(1, {
    totalOre: 50_000,
    lines: ['fist', 'fod'].map((productId) => ({ productId, priceOre: 25_000 })),
  });
  const refund = refundOf(1, { amountOre: 25_000 });
  await desk.ledger.recordPaymentFact(refund, { by: 'webhook', event: null }, later);
  const { attention } = await today();
  expect(attention).toMatchObject([
    {
      checkoutSessionId: 'cs_1',
      order: {
        ...{ totalOre: 50_000, currency: 'sek', paidAt: new Date(at.getTime() + 1000), live: false },
        withdrawnOre: null,
      },
    },
  ]);
  await desk.ledger.recordWithdrawal('cs_1', withdrawalOf({ productIds: ['fist'], receivedAt: later }));
  expect((await today()).attention.map(({ reason, order }) => [reason, order.withdrawnOre])).toContainEqual([
    'withdrawal_requested',
    25_000,
  ]);
});

it('The newest event of the payment provider is told by when it arrived, not by when the reconciler found one', async () => {
  const event = { id: 'evt_1', type: 'charge.refunded', objectId: 'ch_1', createdAt: at };
  const lost = { ...event, id: 'evt_2' };
  await desk.sell(1);
  await desk.sell(2);
  await desk.ledger.recordPaymentFact(refundOf(2), { by: 'reconciler', event: lost }, later);
  expect((await today()).lastEventAt).toBeNull();
  await desk.ledger.recordPaymentFact(refundOf(1), { by: 'webhook', event }, at);
  expect((await today()).lastEventAt).toEqual(at);
});

it('A mail service that fails is trouble since it began to fail', async () => {
  await desk.ledger.write([], () => noteMailService(true, at));
  expect((await today()).trouble).toEqual([]);
  await desk.ledger.write([], () => noteMailFault('ECONNREFUSED', at));
  await desk.ledger.write([], () => noteMailFault('ETIMEDOUT', later));
  expect((await today()).trouble).toEqual([{ what: 'mail_service', count: 1, since: at }]);
});

it('Letters that did not arrive are trouble, all of them together', async () => {
  await desk.ledger.write([], () => noteMailService(true, at));
  for (const number of [1, 2, 3]) await desk.sell(number);
  const ids = await desk.ledger.read(() => letterIds.all());
  for (const [index, state] of (['refused', 'dead', 'sent'] as const).entries())
    await desk.ledger.write([], () => endLetter(ids[index]?.id ?? 0, state, null, at));
  expect((await today()).trouble).toEqual([{ what: 'letters', count: 2, since: null }]);
});

it('Letters that the mail service puts off for a quarter of an hour are trouble of their own', async () => {
  await desk.ledger.write([], () => noteMailService(true, at));
  await desk.sell(1);
  const [letter] = await desk.ledger.read(() => letterIds.all());
  await desk.ledger.amend(() => postponeLetter(letter?.id ?? 0, later, '550 (RCPT TO)'));
  expect((await today()).trouble).toEqual([]);
  desk.turnTo(later);
  expect((await today()).trouble).toEqual([{ what: 'letters_put_off', count: 1, since: null }]);
});

it('A restore drill is trouble when the newest one found faults', async () => {
  const report = { ...(await desk.ledger.inspect()), purchasesExpected: null };
  await noteDrill(desk.needs, 'old.sqlite', { ...report, faults: [] });
  expect((await today()).trouble).toEqual([]);
  desk.turnTo(later);
  await noteDrill(desk.needs, 'new.sqlite', { ...report, faults: ['a page is torn'] });
  expect((await today()).trouble).toEqual([{ what: 'restore_drill', count: 1, since: later }]);
});

it('An import that began an hour ago and has not ended was interrupted; one that was undone is no trouble', async () => {
  const begun = (minutesAgo: number, ended: Date | null = null, undone: Date | null = null) =>
    desk.ledger.amend(() =>
      anImport.run(new Date(at.getTime() - minutesAgo * 60_000), ended, undone, undone && 'kim'),
    );
  for (const minutesAgo of [59, 60]) await begun(minutesAgo);
  await begun(90, at);
  await begun(90, null, at);
  expect((await today()).trouble).toEqual([]);
  for (const minutesAgo of [61, 120]) await begun(minutesAgo);
  expect((await today()).trouble).toEqual([
    { what: 'imports', count: 2, since: new Date(at.getTime() - 120 * 60_000) },
  ]);
});
