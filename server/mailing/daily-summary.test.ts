import { beforeEach, describe, expect, it } from 'vitest';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, postponeLetter, takeLetters, writeLetter } from '#server/outbox/outbox.ts';
import { anna } from '#tests/support/accounts.ts';
import { linesOf } from '#tests/support/letter-words.ts';
import {
  byPage,
  days,
  minutes,
  noon,
  purchaseOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import { writeDailySummary } from './daily-summary.ts';

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  await shop.ledger.amend(() => noteMailService(true, new Date('2026-01-01T00:00:00Z')));
});
/** An order that the operator has to look at: nobody knows what it unlocks. */
const raiseQuestion = () =>
  shop.verbs.recordPurchase(purchaseOf({ lines: linesOf('gone') }), [], byPage, noon);
/** A letter that has ended, undelivered or not. */
const endAs = async (state: 'refused' | 'dead' | 'sent' | 'dropped') => {
  const letter = { kind: 'payment-failed', subject: state, recipient: anna.email, happenedAt: noon } as const;
  await shop.ledger.write([], () => writeLetter(letter, noon));
  await shop.ledger.amend(() => endLetter(1, state, null, noon));
};
const write = (at: string | Date) => writeDailySummary(shop.ledger, 'operator@example.com', new Date(at));
/** Sends the summaries that wait. */
async function send() {
  const year = new Date('2027-01-01T00:00:00Z');
  const letters = await shop.ledger.write([], () => takeLetters(50, year, year, true));
  const summaries = letters.filter(({ kind }) => kind === 'daily-summary');
  for (const { id } of summaries) await shop.ledger.amend(() => endLetter(id, 'sent', null, noon));
  return summaries;
}
/** The summaries that are written at these times, each sent before the next. */
async function written(...times: (string | Date)[]) {
  const summaries = [];
  for (const at of times) {
    await write(at);
    summaries.push(...(await send()));
  }
  return summaries;
}

describe('the operator’s summary is written', () => {
  it('when a question is open, to the operator', async () => {
    await raiseQuestion();
    expect(await written(noon)).toMatchObject([
      { subject: '2026-03-02', recipient: 'operator@example.com', purchaseId: null, writtenAt: noon },
    ]);
  });

  it.each([
    ['refused', 1],
    ['dead', 1],
    ['sent', 0],
    ['dropped', 0],
  ] as const)('when a letter was not delivered: %s', async (state, count) => {
    await endAs(state);
    expect(await written(noon)).toHaveLength(count);
  });

  it('when a letter is put off', async () => {
    await shop.verbs.recordPurchase(purchaseOf(), ['fod'], byPage, noon);
    await shop.ledger.amend(() => postponeLetter(1, days(9), '550 (RCPT TO)'));
    expect(await written(noon)).toEqual([]);
    expect(await written(minutes(15))).toHaveLength(1);
  });

  it('when a question is open and a letter was not delivered, and when letters ended in both ways', async () => {
    await endAs('refused');
    await raiseQuestion();
    expect(await written(noon)).toHaveLength(1);
    await shop.verbs.resolveAttention(
      { checkoutSessionId: 'cs_1', reason: 'unknown_product', subject: 'gone' },
      ...(['operator:kim', noon] as const),
    );
    await shop.ledger.amend(() => endLetter(2, 'dead', null, noon));
    expect(await written('2026-03-03T12:00:00Z')).toContainEqual(
      expect.objectContaining({ subject: '2026-03-03' }),
    );
  });

  it('not when nothing waits, and looking for that keeps nobody waiting', async () => {
    expect(await written(noon)).toEqual([]);
    expect(shop.locks.flat()).toEqual([]);
  });

  it.each([
    ['in winter', '2026-03-02T05:59:59Z', '2026-03-02T06:00:00Z'],
    ['in summer', '2026-07-02T04:59:59Z', '2026-07-02T05:00:00Z'],
  ])('from seven in the morning on, in Stockholm, %s', async (_season, before, from) => {
    await raiseQuestion();
    expect(await written(before)).toEqual([]);
    expect(await written(from)).toHaveLength(1);
  });

  it('once for each day in Stockholm', async () => {
    await raiseQuestion();
    const summaries = await written(
      noon,
      '2026-03-02T22:59:00Z',
      '2026-03-02T23:30:00Z',
      '2026-03-03T06:00:00Z',
    );
    expect(summaries.map(({ subject }) => subject)).toEqual(['2026-03-02', '2026-03-03']);
  });

  it('once for several days on which none could be sent: it says what is open when it is sent', async () => {
    await raiseQuestion();
    for (const day of [0, 1, 2, 3, 4]) await write(days(day));
    expect(await send()).toMatchObject([{ subject: '2026-03-02' }]);
    expect(await written(days(4))).toMatchObject([{ subject: '2026-03-06' }]);
  });
});
