import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { integer, text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { noteMailFault, noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, postponeLetter, writeLetter } from '#server/outbox/outbox.ts';
import { shopDay } from '#shared/shop-day.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { retryLetter, retryLetters, showMail } from './letters.ts';
import { findOrders } from './operator-orders.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const states = query('SELECT id, state FROM letters ORDER BY id', { id: integer, state: text });
/** Sells something, and the letter about it ends so. @returns its id */
async function letterThat(state: 'sent' | 'refused' | 'dead', number = 1): Promise<number> {
  await desk.ledger.write([], () => noteMailService(true, at));
  await desk.sell(number);
  const { id } = (await desk.ledger.read(() => states.all())).at(-1) ?? { id: 0 };
  await desk.ledger.write([], () => endLetter(id, state, '550 5.1.1', later));
  return id;
}

describe('The mail of the shop', () => {
  it('is not set up before there is a mail service', async () => {
    expect(await showMail(desk.needs)).toEqual({
      ...{ isSetUp: false, fault: null, faultSince: null, waiting: 0, oldest: null, putOff: [], trouble: [] },
    });
    expect(await desk.recorded()).toEqual([['letters.show', null, null, {}]]);
  });

  it('says what waits, since when, why nothing can be sent, and what did not arrive', async () => {
    const id = await letterThat('refused');
    await desk.sell(2);
    await desk.ledger.write([], () => noteMailFault('ECONNREFUSED', later));
    await desk.ledger.amend(() => postponeLetter(id + 1, later, '550 (RCPT TO)'));
    const refused = {
      ...{ id, kind: 'order-confirmation', state: 'refused', fault: '550 5.1.1', endedAt: later },
      ...{ checkoutSessionId: 'cs_1', mayRetry: true },
    };
    expect(await showMail(desk.needs)).toEqual({
      ...{ isSetUp: true, fault: 'ECONNREFUSED', faultSince: later, waiting: 1, oldest: at },
      putOff: [{ fault: '550 (RCPT TO)', letters: 1 }],
      trouble: [refused],
    });
    expect((await desk.recorded()).at(-1)).toEqual(['letters.show', null, null, {}]);
  });
});

describe('A letter that did not arrive', () => {
  it.each(['refused', 'dead'] as const)(
    'is sent again after it was %s, with the reason on record',
    async (state) => {
      const id = await letterThat(state);
      desk.turnTo(later);
      expect(await retryLetter(desk.needs, id, ' the mailbox is there now ')).toEqual({ letter: id });
      expect(await desk.ledger.read(() => states.all())).toEqual([{ id, state: 'waiting' }]);
      expect(await showMail(desk.needs)).toMatchObject({ waiting: 1, oldest: later, trouble: [] });
      expect((await desk.recorded())[0]).toEqual([
        'letters.retry',
        `letter ${id}`,
        'the mailbox is there now',
        {},
      ]);
    },
  );

  it.each(['gift', 'order-moved'] as const)(
    'cannot be sent again if it was a letter of kind %s, which went to another address than its order has',
    async (kind) => {
      await letterThat('sent');
      const letter = { kind, subject: 'cs_1', purchaseId: 1, recipient: 'bo@example.com', happenedAt: at };
      await desk.ledger.write([], () => writeLetter(letter, at));
      const { id } = (await desk.ledger.read(() => states.all())).at(-1) ?? { id: 0 };
      await desk.ledger.write([], () => endLetter(id, 'refused', '550 5.1.1', later));
      expect(await showMail(desk.needs)).toMatchObject({ trouble: [{ id, kind, mayRetry: false }] });
      await expect(retryLetter(desk.needs, id, 'why')).rejects.toMatchObject({ code: 'not_found' });
      // The address of the order has taken its mail: nobody should move it.
      expect((await findOrders(desk.needs, 'cs_1')).orders).toMatchObject([{ lettersInTrouble: 0 }]);
    },
  );

  it('needs a reason to be sent again', async () => {
    const id = await letterThat('dead');
    await expect(retryLetter(desk.needs, id, ' ')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('is the only kind that can be: what arrived, or is not there, is refused and leaves no record', async () => {
    const id = await letterThat('sent');
    for (const number of [id, id + 1])
      await expect(retryLetter(desk.needs, number, 'why')).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('No such letter can be sent again'),
      });
    expect(await desk.recorded()).toEqual([]);
  });
});

describe('All letters that did not arrive since a day', () => {
  it('are sent again together, with the reason and their number on record', async () => {
    for (const number of [1, 2]) await letterThat('dead', number);
    desk.turnTo(later);
    expect(await retryLetters(desk.needs, shopDay(later), ' the relay works again ')).toEqual({ letters: 2 });
    expect(await showMail(desk.needs)).toMatchObject({ waiting: 2, trouble: [] });
    expect((await desk.recorded())[0]).toEqual([
      ...['letters.retry', `letters since ${shopDay(later)}`, 'the relay works again', { letters: 2 }],
    ]);
  });

  it.each([
    ['2027-01-01', 'why', 'not_found'],
    ['2025-02-30', 'why', 'invalid_request'],
    ['2025-01-01', ' ', 'invalid_request'],
  ])('are refused and leave no record: since %s, because "%s"', async (since, why, code) => {
    await letterThat('dead');
    await expect(retryLetters(desk.needs, since, why)).rejects.toMatchObject({ code });
    expect(await desk.recorded()).toEqual([]);
  });
});
