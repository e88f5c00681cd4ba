import { beforeEach, describe, expect, it } from 'vitest';
import type { NewPurchase } from '#server/buying/records.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { takeLetters } from '#server/outbox/outbox.ts';
import { linesOf } from '#tests/support/letter-words.ts';
import { byPage, purchaseOf, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { releaseDayOf, writeReleaseLetters } from './release-letters.ts';

/** Call of Cthulhu comes out on 1 August 2025, which begins at 22:00 UTC the day before. */
const start = new Date('2025-07-31T22:00:00Z');
const morning = new Date('2025-08-01T08:00:00Z');
const before = new Date('2025-07-01T12:00:00Z');
const after = new Date('2026-01-01T00:00:00Z');

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  await shop.ledger.amend(() => noteMailService(true, new Date('2024-01-01T00:00:00Z')));
});
const sell = (number: number, productIds: string[], over: Partial<NewPurchase> = {}) =>
  shop.verbs.recordPurchase(
    {
      ...purchaseOf({ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}`, paidAt: before }),
      ...{ lines: linesOf(...productIds), totalOre: productIds.length * 25_000 },
      email: `reader-${number}@example.com`,
      ...over,
    },
    [],
    byPage,
    before,
  );
/** The letters of a release that are written at these times. */
const written = async (...times: Date[]) => {
  for (const at of times) await writeReleaseLetters(shop.ledger, at);
  const letters = await shop.ledger.write([], () => takeLetters(1000, after, after));
  return letters.filter(({ kind }) => kind === 'pre-order-out');
};
const subjects = async (...times: Date[]) => (await written(...times)).map(({ subject }) => subject);

describe('on the day on which a product comes out, a letter is written', () => {
  it('to whoever ordered it before, about their order and the day, after all other letters', async () => {
    await sell(1, ['coc_aatt', 'fod']);
    expect(await written(morning)).toMatchObject([
      { subject: 'cs_1 2025-08-01', purchaseId: 1, recipient: null, bulk: true, writtenAt: morning },
    ]);
  });

  it('once, however often that is looked at', async () => {
    await sell(1, ['coc_aatt']);
    expect(await subjects(morning, morning, new Date('2025-08-03T08:00:00Z'))).toEqual(['cs_1 2025-08-01']);
  });

  it('to nobody who ordered something else, or ordered it when it was out', async () => {
    await sell(1, ['fod']);
    await sell(2, ['coc_aatt'], { paidAt: start });
    await sell(3, ['coc_aatt'], { paidAt: new Date(start.getTime() - 1) });
    expect(await subjects(morning)).toEqual(['cs_3 2025-08-01']);
  });

  it('to nobody who gave it away: the shop does not know who has it', async () => {
    await sell(1, ['coc_aatt'], { isGift: true });
    expect(await subjects(morning)).toEqual([]);
  });

  it('for each day that the order waited for', async () => {
    const early = { paidAt: new Date('2025-01-01T00:00:00Z') };
    await sell(1, ['fod-pre-order', 'bundle-pre-order', 'coc_aatt'], early);
    expect(await subjects(new Date('2025-03-28T08:00:00Z'), morning)).toEqual([
      'cs_1 2025-03-28',
      'cs_1 2025-08-01',
    ]);
  });

  it('to all of them, in as many transactions as it takes, so that others can write in between', async () => {
    const many = 201;
    for (let number = 1; number <= many; number += 1) await sell(number, ['coc_aatt']);
    const earlier = shop.locks.length;
    const letters = await written(morning);
    expect(new Set(letters.map(({ purchaseId }) => purchaseId)).size).toBe(many);
    // A full one, the rest, one that finds no more; and the one that takes them out here.
    expect(shop.locks.slice(earlier)).toEqual([[], [], [], []]);
  });
});

describe('after an outage, letters are written', () => {
  it.each([
    ['not before the day has begun in Stockholm', new Date(start.getTime() - 1), 0],
    ['from its beginning', start, 1],
    ['for seven days', new Date('2025-08-08T21:59:59Z'), 1],
    ['and no longer', new Date('2025-08-08T22:00:00Z'), 0],
  ])('%s', async (_when, at, count) => {
    await sell(1, ['coc_aatt']);
    expect(await subjects(at)).toHaveLength(count);
  });
});

it('The day that such a letter is about is in its subject, whatever the order is called', () => {
  for (const order of ['cs_1', 'an order of another provider'])
    expect(releaseDayOf({ subject: `${order} 2025-08-01` })).toBe('2025-08-01');
});
