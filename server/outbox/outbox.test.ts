import { beforeEach, describe, expect, it } from 'vitest';
import type { NewPurchase } from '#server/buying/records.ts';
import type { Leaving } from '#server/identity/leaving.ts';
import { flag, integer, jsonObject, nullable, text, time } from '#server/ledger/rows.ts';
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
import type { LetterKind } from './letter-kinds.ts';
import { noteMailService } from './mail-service.ts';
import {
  confirmationOf,
  deferLetter,
  dropLetters,
  dropLettersTo,
  dropLettersToBuyer,
  dropStrandedLetters,
  endLetter,
  isAnyDue,
  isStillWaiting,
  letGoOfLetters,
  postponeLetter,
  putLetterBack,
  removeOldLetters,
  removeUntriedLetters,
  takeLetters,
  writeLetter,
} from './outbox.ts';

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  // It reaches back an hour.
  await shop.ledger.amend(() => noteMailService(true, noon));
});

const write = (over: Partial<Parameters<typeof writeLetter>[0]> = {}, at = noon) =>
  shop.ledger.write([], () =>
    writeLetter({ kind: 'new-device', subject: 's', recipient: anna.email, happenedAt: noon, ...over }, at),
  );
const take = (at = noon, most = 10, until = minutes(10, at)) =>
  shop.ledger.write([], () => takeLetters(most, at, until, true));
const subjects = async (at = noon, most = 10) => (await take(at, most)).map(({ subject }) => subject);
const letters = () =>
  shop.rows('SELECT {columns} FROM letters ORDER BY id', {
    ...{ id: integer, kind: text, subject: text, purchaseId: nullable(integer), recipient: nullable(text) },
    ...{ details: nullable(jsonObject), bulk: flag, state: text, fault: nullable(text), tries: integer },
    ...{ writtenAt: time, dueAt: time, heldUntil: nullable(time), endedAt: nullable(time) },
  });
const states = async () =>
  Object.fromEntries((await letters()).map(({ subject, state }) => [subject, state]));
const record = (number: number, over: Partial<NewPurchase> = {}, at = noon) =>
  shop.verbs.recordPurchase(
    {
      ...purchaseOf({ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}` }),
      ...over,
    },
    ['fod'],
    byPage,
    at,
  );

describe('a letter is written', () => {
  it('with all that delivery needs, due at once', async () => {
    await write({ details: { device: 'Firefox' } });
    expect(await letters()).toEqual([
      {
        ...{ id: 1, kind: 'new-device', subject: 's', purchaseId: null, recipient: anna.email },
        ...{ details: { device: 'Firefox' }, bulk: false, state: 'waiting', fault: null, tries: 0 },
        ...{ writtenAt: noon, dueAt: noon, heldUntil: null, endedAt: null },
      },
    ]);
  });

  it('for a later day: it counts as written then, because nobody waits for it before', async () => {
    await write({ dueAt: days(3) });
    expect(await letters()).toMatchObject([{ writtenAt: days(3), dueAt: days(3), details: null }]);
  });

  it('for a time that is over already: it is due at once', async () => {
    await write({ dueAt: minutes(-1) });
    expect(await letters()).toMatchObject([{ writtenAt: noon, dueAt: noon }]);
  });

  it('once for each kind and subject, however often it is written', async () => {
    await write();
    await write({ recipient: 'other@example.com' });
    await write({ kind: 'payment-failed' });
    await write({ subject: 't' });
    expect((await letters()).map(({ kind, subject, recipient }) => [kind, subject, recipient])).toEqual([
      ['new-device', 's', anna.email],
      ['payment-failed', 's', anna.email],
      ['new-device', 't', anna.email],
    ]);
  });

  it.each([
    ['from the hour before the mail service on', minutes(-60), 1],
    ['of no cause that is older', minutes(-61), 0],
  ])('%s', async (_when, happenedAt, written) => {
    await write({ happenedAt });
    expect(await letters()).toHaveLength(written);
  });

  it('only where there is a mail service', async () => {
    await shop.ledger.amend(() => noteMailService(false, noon));
    await write();
    expect(await letters()).toEqual([]);
  });
});

describe('letters are taken', () => {
  it('when they are due, the longest waiting first, and bulk after all others', async () => {
    await write({ subject: 'bulk', bulk: true });
    await write({ subject: 'later', dueAt: minutes(2) });
    await write({ subject: 'sooner', dueAt: minutes(1) });
    await write({ subject: 'tomorrow', dueAt: days(1) });
    await write({ subject: 'now' });
    await write({ subject: 'now too' });
    expect(await subjects(minutes(2))).toEqual(['now', 'now too', 'sooner', 'later', 'bulk']);
  });

  it('at most as many as are wanted', async () => {
    for (const subject of ['a', 'b', 'c']) await write({ subject });
    expect(await subjects(noon, 2)).toEqual(['a', 'b']);
    expect(await subjects(noon, 2)).toEqual(['c']);
    expect(await subjects(noon, 2)).toEqual([]);
  });

  it('for a while: nobody else gets them until it is over', async () => {
    await write();
    expect(await take()).toMatchObject([{ subject: 's', tries: 1, bulk: false, writtenAt: noon }]);
    expect(await letters()).toMatchObject([{ heldUntil: minutes(10), tries: 1 }]);
    expect(await subjects(new Date(minutes(10).getTime() - 1))).toEqual([]);
    expect(await take(minutes(10))).toMatchObject([{ subject: 's', tries: 2 }]);
  });

  it('again at once when whoever held them is known to have ended', async () => {
    await write();
    await write({ subject: 'sent' });
    await take();
    await shop.ledger.amend(() => endLetter(2, 'sent', null, noon));
    expect(await shop.ledger.amend(letGoOfLetters)).toBe(1);
    expect(await subjects()).toEqual(['s']);
  });

  it('only if there are any, which a look tells without taking them', async () => {
    const isDue = (at: Date) => shop.ledger.read(() => isAnyDue(at, true));
    await write({ dueAt: minutes(1) });
    expect(await isDue(noon)).toBe(false);
    expect(await isDue(minutes(1))).toBe(true);
    expect(await isDue(minutes(1))).toBe(true);
    await take(minutes(1));
    expect(await isDue(minutes(1))).toBe(false);
  });
});

describe('a letter of a gift', () => {
  it('can be left where it is, whatever else is taken', async () => {
    const isOtherDue = () => shop.ledger.read(() => isAnyDue(noon, false));
    await write({ kind: 'gift', subject: '1 1' });
    expect(await isOtherDue()).toBe(false);
    await write();
    expect(await isOtherDue()).toBe(true);
    const taken = await shop.ledger.write([], () => takeLetters(10, noon, minutes(1), false));
    expect(taken.map(({ subject }) => subject)).toEqual(['s']);
  });
});

describe('a letter that was taken', () => {
  beforeEach(async () => {
    await write({ details: { device: 'Firefox' } });
    await take();
  });
  const now = async () => (await letters())[0];

  it('and could not be tried is put back, and has not been tried', async () => {
    await shop.ledger.amend(() => putLetterBack(1, minutes(1)));
    expect(await now()).toMatchObject({ heldUntil: null, tries: 0, dueAt: minutes(1), writtenAt: noon });
  });

  it('and has nothing to say yet is kept for later, as if it were written then', async () => {
    await shop.ledger.amend(() => deferLetter(1, minutes(60)));
    expect(await now()).toMatchObject({
      ...{ heldUntil: null, tries: 0, dueAt: minutes(60), writtenAt: minutes(60), fault: null },
    });
  });

  it('and was put off is tried again later, with the fault noted', async () => {
    await shop.ledger.amend(() => postponeLetter(1, minutes(5), '451 4.7.1'));
    expect(await now()).toMatchObject({
      ...{ heldUntil: null, tries: 1, dueAt: minutes(5), writtenAt: noon, fault: '451 4.7.1' },
    });
  });

  it.each(['sent', 'refused', 'dead', 'dropped'] as const)(
    'and ends as %s keeps neither its address nor its details',
    async (state) => {
      await shop.ledger.amend(() => endLetter(1, state, state === 'sent' ? null : '550', minutes(1)));
      expect(await now()).toMatchObject({
        ...{ state, endedAt: minutes(1), fault: state === 'sent' ? null : '550' },
        ...{ heldUntil: null, recipient: null, details: null },
      });
    },
  );

  it('and was dropped meanwhile counts as sent when it went out all the same', async () => {
    await shop.ledger.amend(() => endLetter(1, 'dropped', null, noon));
    await shop.ledger.amend(() => endLetter(1, 'sent', null, minutes(1)));
    expect(await now()).toMatchObject({ state: 'sent', endedAt: minutes(1) });
  });

  it.each<[what: string, change: () => Promise<unknown>]>([
    ['put back', () => shop.ledger.amend(() => putLetterBack(1, days(1)))],
    ['kept for later', () => shop.ledger.amend(() => deferLetter(1, days(1)))],
    ['put off', () => shop.ledger.amend(() => postponeLetter(1, days(1), '451'))],
    ['ended again', () => shop.ledger.amend(() => endLetter(1, 'dead', '451', days(1)))],
  ])('and was sent is not %s any more', async (_what, change) => {
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    const before = await now();
    expect(await change()).toBe(0);
    expect(await now()).toEqual(before);
  });

  it('still waits until it has ended', async () => {
    const waits = (id: number) => shop.ledger.read(() => isStillWaiting(id));
    expect([await waits(1), await waits(2)]).toEqual([true, false]);
    await shop.ledger.amend(() => endLetter(1, 'dropped', null, noon));
    expect(await waits(1)).toBe(false);
  });
});

describe('letters of an order that newer ones replace', () => {
  it('are dropped if they are of these kinds and wait, without address and details', async () => {
    await record(1);
    await record(2);
    await write({ kind: 'gift', subject: 'given', purchaseId: 1, details: { a: 1 } });
    await write({ kind: 'gift', subject: 'sent', purchaseId: 1 });
    await take();
    await shop.ledger.amend(() => endLetter(4, 'sent', null, noon));
    await write({ kind: 'gift', subject: 'new', purchaseId: 1 });
    const kinds: LetterKind[] = ['gift', 'address-corrected'];
    expect(await shop.ledger.amend(() => dropLetters(1, kinds, minutes(1)))).toBe(2);
    const dropped = { given: 'dropped', new: 'dropped' };
    expect(await states()).toEqual({ cs_1: 'waiting', cs_2: 'waiting', ...dropped, sent: 'sent' });
    expect((await letters())[2]).toMatchObject({
      ...{ heldUntil: null, endedAt: minutes(1), recipient: null, details: null },
    });
  });

  it('are removed if they wait and were never tried', async () => {
    await record(1);
    await write({ kind: 'gift', subject: 'tried', purchaseId: 1 });
    await take();
    await write({ kind: 'gift', subject: 'new', purchaseId: 1 });
    expect(await shop.ledger.amend(() => removeUntriedLetters(1, 'gift'))).toBe(1);
    expect(await states()).toEqual({ cs_1: 'waiting', tried: 'waiting' });
  });
});

describe('of the letters to somebody who is erased', () => {
  const leave = (over: Partial<Leaving> = {}) =>
    shop.ledger.amend(() =>
      dropLettersTo({ accountId: 'sub-anna', email: anna.email, until: noon, ...over }, minutes(1)),
    );

  it('those to the address are dropped if they were written by then, and nothing tells whose they were', async () => {
    await write({ subject: 'old', details: { device: 'Firefox' } });
    await write({ subject: 'new' }, minutes(1));
    await write({ subject: 'other', recipient: 'other@example.com' });
    await take();
    expect(await leave()).toBe(1);
    expect(await states()).toEqual({ old: 'dropped', new: 'waiting', other: 'waiting' });
    expect((await letters())[0]).toMatchObject({
      ...{ recipient: null, details: null, heldUntil: null, endedAt: minutes(1) },
    });
  });

  it('those of the account’s orders are dropped, whenever they were recorded', async () => {
    await record(1, { accountId: 'sub-anna', email: 'typed@example.com' }, minutes(5));
    await record(2, { accountId: 'sub-bo' });
    await leave();
    expect(await states()).toEqual({ cs_1: 'dropped', cs_2: 'waiting' });
  });

  it('those of orders that wait for the address are dropped if they had it by then', async () => {
    await record(1);
    await record(2, {}, minutes(5));
    await record(3, { email: 'other@example.com' });
    await leave({ accountId: null });
    expect(await states()).toEqual({ cs_1: 'dropped', cs_2: 'waiting', cs_3: 'waiting' });
  });

  it('the acknowledgement of a withdrawal is sent all the same: the law wants it', async () => {
    await record(1, { accountId: 'sub-anna' });
    const letter = { kind: 'withdrawal-acknowledged', subject: 'W-1', purchaseId: 1 } as const;
    await shop.ledger.write([], () => writeLetter({ ...letter, happenedAt: noon }, noon));
    await leave();
    expect(await states()).toEqual({ cs_1: 'dropped', 'W-1': 'waiting' });
  });

  it('that of a gift they gave is sent all the same', async () => {
    await record(1, { accountId: 'sub-anna', isGift: true });
    await write({ kind: 'gift', subject: '1 1', purchaseId: 1, recipient: 'bo@example.com' });
    await leave();
    expect(await states()).toEqual({ cs_1: 'dropped', '1 1': 'waiting' });
  });

  it.each([
    [
      'was recorded by then, though its letter is for a later day',
      noon,
      ['gift dropped', 'gift-undelivered waiting'],
    ],
    ['was recorded later', minutes(5), ['gift waiting']],
  ])(
    'that of a gift they are given is dropped, and its giver told, if its order %s',
    async (_when, recordedAt, expected) => {
      await record(1, { email: 'giver@example.com', isGift: true }, recordedAt);
      const gift = { kind: 'gift', subject: '1 1', purchaseId: 1, dueAt: days(9) } as const;
      await write(gift);
      await leave();
      const about = (await letters()).filter(({ subject }) => subject === '1 1');
      expect(about.map(({ kind, state }) => `${kind} ${state}`)).toEqual(expected);
    },
  );

  it('what was sent stays as it is', async () => {
    await write();
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    expect(await leave()).toBe(0);
  });
});

it('Of an order whose buyer is erased only letters with gifts and acknowledgements of a withdrawal are sent', async () => {
  await record(1);
  await record(2);
  await write({ kind: 'gift', subject: '1 1', purchaseId: 1, recipient: 'bo@example.com' });
  await write({ kind: 'withdrawal-acknowledged', subject: 'W-1', purchaseId: 1 });
  await write({ kind: 'refund', subject: 're_1', purchaseId: 1, details: { a: 1 } });
  await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
  await take();
  expect(await shop.ledger.amend(() => dropLettersToBuyer(1, minutes(1)))).toBe(1);
  expect(await states()).toEqual({
    ...{ cs_1: 'sent', cs_2: 'waiting', '1 1': 'waiting', 'W-1': 'waiting', re_1: 'dropped' },
  });
  expect((await letters())[4]).toMatchObject({
    ...{ endedAt: minutes(1), heldUntil: null, recipient: null, details: null },
  });
});

describe('a letter in a shop without a mail service', () => {
  const drop = (at: Date) => shop.ledger.amend(() => dropStrandedLetters(at));

  it('is dropped when it has waited for thirty days past its day', async () => {
    await write({ subject: 'at once' });
    await write({ subject: 'for a later day', dueAt: minutes(1) });
    await shop.ledger.amend(() => noteMailService(false, noon));
    expect(await drop(new Date(days(30).getTime() - 1))).toBe(0);
    expect(await drop(days(30))).toBe(1);
    expect(await states()).toEqual({ 'at once': 'dropped', 'for a later day': 'waiting' });
    expect((await letters())[0]).toMatchObject({ endedAt: days(30), recipient: null });
  });

  it('stays while there is one, however long it waits', async () => {
    await write();
    expect(await drop(days(365))).toBe(0);
  });
});

describe('a letter that has ended', () => {
  it('is kept for thirty days, and with its order for ever', async () => {
    await record(1);
    await write({ subject: 'old' });
    await write({ subject: 'new' });
    await write({ subject: 'waits' });
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    await shop.ledger.amend(() => endLetter(2, 'sent', null, noon));
    await shop.ledger.amend(() => endLetter(3, 'sent', null, minutes(1)));
    expect(await shop.ledger.amend(() => removeOldLetters(new Date(days(30).getTime() - 1)))).toBe(0);
    expect(await shop.ledger.amend(() => removeOldLetters(days(30)))).toBe(1);
    expect(await states()).toEqual({ cs_1: 'sent', new: 'sent', waits: 'waiting' });
  });
});

describe('an order’s confirmation', () => {
  const confirmation = async () => (await shop.ledger.read(() => confirmationOf(1)))?.delivery ?? null;
  const correct = (number: number, at: Date) =>
    write({ kind: 'address-corrected', subject: `${number}`, purchaseId: 1 }, at);

  it('is none where none was written', async () => {
    await shop.ledger.amend(() => noteMailService(false, noon));
    await record(1);
    await write({ kind: 'refund', subject: 're_1', purchaseId: 1 });
    expect(await confirmation()).toBeNull();
  });

  it('says when it was sent, and of no other when it ended', async () => {
    const sentAt = async () => (await shop.ledger.read(() => confirmationOf(1)))?.sentAt;
    await record(1);
    expect(await sentAt()).toBeNull();
    await shop.ledger.amend(() => endLetter(1, 'sent', null, minutes(1)));
    expect(await sentAt()).toEqual(minutes(1));
    await correct(1, minutes(2));
    await shop.ledger.amend(() => endLetter(2, 'refused', null, minutes(3)));
    expect(await sentAt()).toBeNull();
  });

  it.each([
    ['sent', 'sent'],
    ['refused', 'undelivered'],
    ['dead', 'undelivered'],
    ['dropped', 'undelivered'],
  ] as const)('that ended as %s is %s', async (state, told) => {
    await record(1);
    expect(await confirmation()).toBe('waiting');
    await shop.ledger.amend(() => endLetter(1, state, null, noon));
    expect(await confirmation()).toBe(told);
  });

  it('is the letter to the corrected address: a stranger may have the other', async () => {
    await record(1);
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    await correct(1, minutes(1));
    expect(await confirmation()).toBe('waiting');
    await shop.ledger.amend(() => endLetter(2, 'refused', null, minutes(2)));
    expect(await confirmation()).toBe('undelivered');
  });

  it('is the newest of those that were not dropped, and of two at one time the one that was written last', async () => {
    await record(1);
    await correct(1, minutes(1));
    await correct(2, minutes(1));
    await shop.ledger.amend(() => endLetter(2, 'dead', null, minutes(2)));
    expect(await confirmation()).toBe('waiting');
    await shop.ledger.amend(() => endLetter(3, 'dropped', null, minutes(2)));
    expect(await confirmation()).toBe('undelivered');
    await shop.ledger.amend(() => endLetter(1, 'sent', null, minutes(3)));
    expect(await confirmation()).toBe('undelivered');
  });

  it.each([
    ['first', [1, 'dropped'], [2, 'sent'], 'sent'],
    ['last', [2, 'dropped'], [1, 'sent'], 'sent'],
    ['last, and the other waits', [2, 'dropped'], [1, null], 'waiting'],
  ] as const)('is not one that was dropped, written %s', async (_when, dropped, other, told) => {
    await record(1);
    await correct(1, minutes(1));
    for (const [id, state] of [dropped, other])
      if (state) await shop.ledger.amend(() => endLetter(id, state, null, minutes(2)));
    expect(await confirmation()).toBe(told);
  });

  it('is not one that was dropped after it had been sent again', async () => {
    await record(1, {}, minutes(5));
    await correct(1, minutes(1));
    await shop.ledger.amend(() => endLetter(1, 'dropped', null, minutes(6)));
    expect(await confirmation()).toBe('waiting');
  });

  it('is no other letter of the order', async () => {
    await record(1);
    await write({ kind: 'refund', subject: 're_1', purchaseId: 1 }, minutes(1));
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    expect(await confirmation()).toBe('sent');
  });
});
