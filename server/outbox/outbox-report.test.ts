import { beforeEach, describe, expect, it } from 'vitest';
import { anna } from '#tests/support/accounts.ts';
import {
  byPage,
  days,
  minutes,
  noon,
  purchaseOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import { noteMailService } from './mail-service.ts';
import { endLetter, postponeLetter, takeLetters, writeLetter } from './outbox.ts';
import {
  countTroubledOf,
  lettersInTrouble,
  lettersOfOrder,
  lettersWaitingFor,
  outboxFigures,
  putOffLetters,
  sendAgain,
  sendAllAgain,
} from './outbox-report.ts';

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  await shop.ledger.amend(() => noteMailService(true, noon));
  await shop.verbs.recordPurchase(purchaseOf(), ['fod'], byPage, noon);
});
const write = (over: Partial<Parameters<typeof writeLetter>[0]> = {}, at = noon) =>
  shop.ledger.write([], () =>
    writeLetter({ kind: 'order-moved', subject: 's', purchaseId: 1, happenedAt: noon, ...over }, at),
  );
const writeToNoOrder = () => {
  const letter = { kind: 'account-deleted', subject: 'x', recipient: anna.email, happenedAt: noon } as const;
  return shop.ledger.write([], () => writeLetter(letter, noon));
};
const end = (id: number, state: 'sent' | 'refused' | 'dead' | 'dropped', at = noon) =>
  shop.ledger.amend(() => endLetter(id, state, state === 'sent' ? null : '550 5.1.1', at));
const figures = (at = noon) => shop.ledger.read(() => outboxFigures(at));
const troubled = async (at = noon) =>
  (await shop.ledger.read(() => lettersInTrouble(at))).map(({ id }) => id);
const ofOrder = () => shop.ledger.read(() => countTroubledOf(1));
const retry = (id: number, at = minutes(1)) => shop.ledger.amend(() => sendAgain(id, at));

describe('the outbox in figures', () => {
  it('counts what waits, and since when, without letters for a later day', async () => {
    await write({ subject: 'later', dueAt: minutes(5) });
    await write({ subject: 'sent' });
    await end(3, 'sent');
    expect(await figures()).toEqual({ waiting: 1, oldest: noon, putOff: 0, refused: 0, dead: 0 });
    expect(await figures(minutes(5))).toMatchObject({ waiting: 2, oldest: noon });
    await end(1, 'sent');
    expect(await figures()).toEqual({ waiting: 0, oldest: null, putOff: 0, refused: 0, dead: 0 });
  });

  it('counts what the mail service puts off for a quarter of an hour, and its answers, until it goes out', async () => {
    const putOff = (id: number, fault: string) =>
      shop.ledger.amend(() => postponeLetter(id, minutes(60), fault));
    const answers = (at: Date) => shop.ledger.read(() => putOffLetters(at));
    for (const subject of ['a', 'b']) await write({ subject });
    await write({ subject: 'young' }, minutes(10));
    await write({ subject: 'not tried' });
    for (const id of [2, 4]) await putOff(id, '550 (RCPT TO)');
    await putOff(3, '451 4.7.1 (RCPT TO)');
    expect((await figures(new Date(minutes(15).getTime() - 1))).putOff).toBe(0);
    expect((await figures(minutes(15))).putOff).toBe(2);
    expect((await figures(minutes(25))).putOff).toBe(3);
    expect(await answers(minutes(15))).toEqual([
      { fault: '550 (RCPT TO)', letters: 2 },
      { fault: '451 4.7.1 (RCPT TO)', letters: 1 },
    ]);
    await end(2, 'sent');
    await end(3, 'dead');
    await end(4, 'sent');
    expect([(await figures(minutes(60))).putOff, await answers(minutes(60))]).toEqual([0, []]);
    // One that is to be tried again is not put off before it was.
    await end(1, 'dead');
    expect(await retry(1, noon)).toBe(true);
    expect(await answers(minutes(60))).toEqual([]);
  });

  it('counts what was not delivered, by how it ended, for thirty days', async () => {
    for (const subject of ['a', 'b', 'c']) await write({ subject });
    await end(1, 'dead');
    await end(2, 'refused');
    await end(3, 'refused');
    await end(4, 'dropped');
    expect(await figures()).toMatchObject({ waiting: 0, refused: 2, dead: 1 });
    expect(await figures(new Date(days(30).getTime() - 1))).toMatchObject({ refused: 2, dead: 1 });
    expect(await figures(days(30))).toMatchObject({ refused: 0, dead: 0 });
  });
});

describe('letters that were not delivered', () => {
  it('are listed with their fault and their order, the newest first', async () => {
    await end(1, 'refused');
    await writeToNoOrder();
    await end(2, 'dead', minutes(1));
    await write({ kind: 'refund', subject: 're_1' });
    await end(3, 'dead', minutes(1));
    await write({ kind: 'refund', subject: 're_2' });
    await end(4, 'sent');
    expect(await shop.ledger.read(() => lettersInTrouble(minutes(1)))).toEqual([
      {
        ...{ id: 3, kind: 'refund', state: 'dead', fault: '550 5.1.1', endedAt: minutes(1) },
        ...{ checkoutSessionId: 'cs_1', mayRetry: true },
      },
      {
        ...{ id: 2, kind: 'account-deleted', state: 'dead', fault: '550 5.1.1', endedAt: minutes(1) },
        ...{ checkoutSessionId: null, mayRetry: false },
      },
      {
        ...{ id: 1, kind: 'order-confirmation', state: 'refused', fault: '550 5.1.1', endedAt: noon },
        ...{ checkoutSessionId: 'cs_1', mayRetry: true },
      },
    ]);
  });

  it('are listed for thirty days, a hundred at most', async () => {
    await end(1, 'refused');
    expect(await troubled(new Date(days(30).getTime() - 1))).toEqual([1]);
    expect(await troubled(days(30))).toEqual([]);
    for (let number = 2; number <= 101; number += 1) {
      await write({ subject: `${number}` });
      await end(number, 'dead');
    }
    const listed = await troubled();
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([100, 101, 2]);
  });

  it.each([
    ['a confirmation', 'order-confirmation', 'address-corrected', []],
    ['a confirmation to a corrected address', 'address-corrected', 'address-corrected', []],
    ['the letter of a gift', 'gift', 'gift', []],
    ['a confirmation, by no letter of a gift', 'order-confirmation', 'gift', [2]],
    ['the letter of a gift, by no confirmation', 'gift', 'address-corrected', [2]],
    ['the word to an old address, by no confirmation', 'order-moved', 'address-corrected', [2]],
  ] as const)(
    'are no trouble once a newer one has taken their place: %s',
    async (_what, kind, newer, left) => {
      await end(1, 'sent');
      await write({ kind, subject: 'first' });
      await end(2, 'refused');
      expect(await troubled()).toEqual([2]);
      await write({ kind: newer, subject: 'second' });
      expect(await troubled()).toEqual(left);
      expect((await figures()).refused).toBe(left.length);
    },
  );

  it('are counted for an order only if they went to its own address', async () => {
    await write({ kind: 'gift', subject: '1 1', recipient: 'bo@example.com' });
    await write({ recipient: 'old@example.com' });
    await write({ kind: 'refund', subject: 're_1' });
    await write({ kind: 'withdrawal-acknowledged', subject: 'W-1' });
    for (const id of [2, 3, 4, 5]) await end(id, 'dead');
    expect(await ofOrder()).toBe(1);
    await end(1, 'refused');
    expect(await ofOrder()).toBe(2);
    await write({ kind: 'address-corrected', subject: 'newer' });
    expect(await ofOrder()).toBe(1);
  });
});

it('The letters of an order are listed with it, oldest first, and no others', async () => {
  await shop.verbs.recordPurchase(
    purchaseOf({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' }),
    ['fod'],
    byPage,
    noon,
  );
  await write({ kind: 'refund', subject: 're_1' }, minutes(1));
  await end(1, 'refused', minutes(2));
  expect(await shop.ledger.read(() => lettersOfOrder('cs_1'))).toEqual([
    {
      ...{ kind: 'order-confirmation', state: 'refused', fault: '550 5.1.1' },
      ...{ writtenAt: noon, endedAt: minutes(2) },
    },
    { kind: 'refund', state: 'waiting', fault: null, writtenAt: minutes(1), endedAt: null },
  ]);
});

describe('an undelivered letter can be sent again', () => {
  it.each(['refused', 'dead'] as const)('when it was %s: as if it were written now', async (state) => {
    await shop.ledger.write([], () => takeLetters(1, noon, minutes(9), true));
    await end(1, state);
    expect(await retry(1)).toBe(true);
    const [letter] = await shop.ledger.write([], () => takeLetters(1, minutes(1), minutes(9), true));
    expect(letter).toMatchObject({ id: 1, tries: 1, writtenAt: minutes(1) });
  });

  it.each(['sent', 'dropped'] as const)('not when it was %s', async (state) => {
    await end(1, state);
    expect(await retry(1)).toBe(false);
    expect(await figures()).toMatchObject({ waiting: 0 });
  });

  it('not when it waits anyway', async () => {
    expect(await retry(1)).toBe(false);
  });

  it.each(['gift', 'order-moved'] as const)(
    'not when it went to another address than the order’s: %s',
    async (kind) => {
      await write({ kind, recipient: 'other@example.com' });
      await end(2, 'dead');
      expect(await retry(2)).toBe(false);
    },
  );

  it('not when it is about no order: its address is deleted', async () => {
    await writeToNoOrder();
    await end(2, 'dead');
    expect(await retry(2)).toBe(false);
  });

  it('all since a moment, but for those that were replaced, went elsewhere, or are about no order', async () => {
    await write({ kind: 'refund', subject: 're_1' });
    await write({ kind: 'refund', subject: 're_2' });
    await write({ kind: 'refund', subject: 're_3' });
    await write();
    await writeToNoOrder();
    await end(1, 'refused', minutes(1));
    await end(2, 'refused', new Date(minutes(1).getTime() - 1));
    await end(3, 'dead', minutes(1));
    await end(4, 'sent', minutes(1));
    for (const id of [5, 6]) await end(id, 'dead', minutes(1));
    await write({ kind: 'address-corrected', subject: 'newer' });
    await end(7, 'refused', minutes(1));
    const all = (since: Date) => shop.ledger.amend(() => sendAllAgain(since, minutes(2)));
    expect(await all(minutes(1))).toBe(2);
    const again = await shop.ledger.write([], () => takeLetters(9, minutes(2), minutes(9), true));
    expect(again.map(({ id, tries, writtenAt }) => [id, tries, writtenAt])).toEqual([
      [3, 1, minutes(2)],
      [7, 1, minutes(2)],
    ]);
    expect(await all(minutes(1))).toBe(0);
  });

  it('all at once, they hold up no letter that is written meanwhile', async () => {
    await end(1, 'dead', minutes(1));
    await shop.ledger.amend(() => sendAllAgain(noon, minutes(2)));
    await write({ kind: 'refund', subject: 're_1' }, minutes(3));
    const [first] = await shop.ledger.write([], () => takeLetters(1, minutes(4), minutes(9), true));
    expect(first).toMatchObject({ kind: 'refund' });
  });
});

it('Letters that wait to go to an address are found by it, the first written first', async () => {
  const waiting = (email: string | null) => shop.ledger.read(() => lettersWaitingFor(email));
  await writeToNoOrder();
  await write({ kind: 'gift', subject: '1 1', recipient: anna.email, dueAt: days(3) });
  await write({ subject: 'to another', recipient: 'bo@example.com' });
  expect(await waiting(anna.email)).toEqual([
    { kind: 'account-deleted', dueAt: noon },
    { kind: 'gift', dueAt: days(3) },
  ]);
  await end(2, 'sent');
  expect(await waiting(anna.email)).toMatchObject([{ kind: 'gift' }]);
  expect(await waiting(null)).toEqual([]);
});
