import { beforeEach, describe, expect, it } from 'vitest';
import type { NewPurchase } from '#server/buying/records.ts';
import { integer } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, removeOldLetters, takeLetters } from '#server/outbox/outbox.ts';
import { linesOf } from '#tests/support/letter-words.ts';
import { byPage, purchaseOf, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { releaseDayOf, writePostponementLetters, writeReleaseLetters } from './release-letters.ts';

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
  const letters = await shop.ledger.write([], () => takeLetters(1000, after, after, true));
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
    // A full one and the rest, and the one that takes them out here.
    expect(shop.locks.slice(earlier)).toEqual([[], [], []]);
    // Looked at again, there is nothing to write.
    await writeReleaseLetters(shop.ledger, morning);
    expect(shop.locks.slice(earlier)).toHaveLength(3);
  });
});

describe('after an outage, letters are written', () => {
  it.each([
    ['not before the day has begun in Stockholm', new Date(start.getTime() - 1), 0],
    ['from its beginning', start, 1],
    ['for thirty days', new Date('2025-08-31T21:59:59Z'), 1],
    ['and no longer', new Date('2025-08-31T22:00:00Z'), 0],
  ])('%s', async (_when, at, count) => {
    await sell(1, ['coc_aatt']);
    expect(await subjects(at)).toHaveLength(count);
  });

  const weeksLater = new Date('2025-08-30T12:00:00Z');

  it('to nobody a second time, whatever became of the first', async () => {
    for (const number of [1, 2, 3]) await sell(number, ['coc_aatt']);
    const first = await written(morning);
    expect(first).toHaveLength(3);
    for (const [index, state] of (['sent', 'dropped'] as const).entries())
      await shop.ledger.amend(() => endLetter(first[index]?.id ?? 0, state, null, morning));
    await shop.ledger.amend(() => removeOldLetters(after));
    await writeReleaseLetters(shop.ledger, weeksLater);
    expect(
      await shop.rows("SELECT {columns} FROM letters WHERE kind = 'pre-order-out'", { id: integer }),
    ).toHaveLength(3);
  });

  it('not of a release from before the shop sent mail, though its orders come in from the payment provider', async () => {
    await shop.ledger.amend(() => noteMailService(false, weeksLater));
    await shop.ledger.amend(() => noteMailService(true, weeksLater));
    await sell(1, ['coc_aatt']);
    expect(await subjects(weeksLater)).toEqual([]);
  });
});

describe('when a product comes out later than it was to, a letter is written', () => {
  const spring = new Date('2025-06-15T12:00:00Z');
  const told = command('UPDATE announced_releases SET day = ? WHERE adventure_id = ?');
  /** Notes the days as they are, and then that this one was told of these until now. */
  const tell = async (day: string, ...adventureIds: string[]) => {
    await writePostponementLetters(shop.ledger, before);
    for (const id of adventureIds) await shop.ledger.write([], () => told.run(day, id));
  };
  const putOff = async (...times: Date[]) => {
    for (const at of times) await writePostponementLetters(shop.ledger, at);
    return shop.ledger.write([], () => takeLetters(1000, after, after, true));
  };
  const putOffLetters = async (...times: Date[]) =>
    (await putOff(...times)).filter(({ kind }) => kind === 'pre-order-put-off');
  const paidAt = new Date('2025-06-01T12:00:00Z');

  it('to whoever ordered it, with both days, after all other letters', async () => {
    await sell(1, ['coc_aatt', 'fod'], { paidAt });
    await tell('2025-07-01', 'coc_aatt');
    expect(await putOffLetters(spring)).toMatchObject([
      {
        subject: 'cs_1 2025-07-01 2025-08-01',
        purchaseId: 1,
        recipient: null,
        bulk: true,
        writtenAt: spring,
      },
    ]);
  });

  it('to whoever gave it away: it is their money', async () => {
    await sell(1, ['coc_aatt'], { paidAt, isGift: true });
    await tell('2025-07-01', 'coc_aatt');
    expect(await putOffLetters(spring)).toHaveLength(1);
  });

  it('about each product that waits for it, to its buyers', async () => {
    const early = { paidAt: new Date('2025-01-01T00:00:00Z') };
    await sell(1, ['fod-pre-order'], early);
    await sell(2, ['bundle-pre-order'], early);
    await tell('2025-02-01', 'fod', 'bundle-pre-order');
    const letters = await putOffLetters(new Date('2025-01-15T12:00:00Z'));
    expect(letters.map(({ subject }) => subject)).toEqual([
      'cs_1 2025-02-01 2025-03-28',
      'cs_2 2025-02-01 2025-03-28',
    ]);
  });

  it('once, however often that is looked at', async () => {
    await sell(1, ['coc_aatt'], { paidAt });
    await tell('2025-07-01', 'coc_aatt');
    expect(await putOffLetters(spring)).toHaveLength(1);
    const written = shop.locks.length;
    await writePostponementLetters(shop.ledger, new Date('2025-07-02T12:00:00Z'));
    expect(shop.locks).toHaveLength(written);
  });

  it('once more when it is put off once more', async () => {
    await sell(1, ['coc_aatt'], { paidAt });
    await tell('2025-06-20', 'coc_aatt');
    expect(await putOffLetters(spring)).toHaveLength(1);
    await tell('2025-07-01', 'coc_aatt');
    expect((await putOffLetters(spring)).at(-1)).toMatchObject({ subject: 'cs_1 2025-07-01 2025-08-01' });
  });

  it('even when the day that was told is over', async () => {
    await sell(1, ['coc_aatt'], { paidAt });
    await tell('2025-06-14', 'coc_aatt');
    expect(await putOffLetters(spring)).toHaveLength(1);
  });

  it('to nobody who ordered something else, or ordered it with the new day', async () => {
    await sell(1, ['fod'], { paidAt });
    await sell(2, ['coc_aatt'], { paidAt: spring });
    await sell(3, ['coc_aatt'], { paidAt: new Date(spring.getTime() - 1) });
    await tell('2025-07-01', 'coc_aatt');
    expect((await putOffLetters(spring)).map(({ purchaseId }) => purchaseId)).toEqual([3]);
  });

  it('not about a bundle when the last of what it unlocks comes no later', async () => {
    const early = { paidAt: new Date('2024-08-01T00:00:00Z') };
    await sell(1, ['bundle-pre-order'], early);
    await sell(2, ['fist'], early);
    await tell('2024-08-20', 'fist');
    const letters = await putOffLetters(new Date('2024-08-15T12:00:00Z'));
    expect(letters.map(({ subject }) => subject)).toEqual(['cs_2 2024-08-20 2024-09-07']);
  });

  it.each([
    ['it comes sooner than was told', '2025-09-01', spring],
    ['it is out by now', '2025-07-01', morning],
  ])('not when %s', async (_why, day, at) => {
    await sell(1, ['coc_aatt'], { paidAt });
    await tell(day, 'coc_aatt');
    expect(await putOffLetters(at)).toEqual([]);
  });

  it('not the first time that the days are looked at, nor of a new adventure', async () => {
    await sell(1, ['coc_aatt'], { paidAt });
    expect(await putOffLetters(spring)).toEqual([]);
  });

  it('though the process ended before all of them were written', async () => {
    await sell(1, ['coc_aatt'], { paidAt });
    await tell('2025-07-01', 'coc_aatt');
    const { write } = shop.ledger;
    let writes = 0;
    shop.ledger.write = (...asked) => {
      writes += 1;
      return writes === 1 ? write(...asked) : Promise.reject(new Error('killed'));
    };
    await expect(writePostponementLetters(shop.ledger, spring)).rejects.toThrow('killed');
    shop.ledger.write = write;
    await sell(2, ['coc_aatt'], { paidAt: new Date('2025-06-02T12:00:00Z') });
    expect((await putOffLetters(spring)).map(({ purchaseId }) => purchaseId)).toEqual([1, 2]);
  });
});

it('The day that such a letter is about is in its subject, whatever the order is called', () => {
  for (const order of ['cs_1', 'an order of another provider'])
    expect(releaseDayOf({ subject: `${order} 2025-08-01` })).toBe('2025-08-01');
});
