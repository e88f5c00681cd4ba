import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wrapGift } from '#server/buying/wrap-gift.ts';
import type { LetterKind } from '#server/outbox/letter-kinds.ts';
import { noteMailFault } from '#server/outbox/mail-service.ts';
import { endLetter, takeLetters, writeLetter } from '#server/outbox/outbox.ts';
import { anna } from '#tests/support/accounts.ts';
import { linesOf } from '#tests/support/letter-words.ts';
import { type MailDesk, openMailDesk, sent } from '#tests/support/mail-desk.ts';
import { byPage, disputeOf, minutes, noon, purchaseOf } from '#tests/support/small-shop.ts';
import { mostTries } from './deliver.ts';
import type { SendOutcome } from './mail-transport.ts';

let desk: MailDesk;
const giftLetter = { kind: 'gift', subject: '1 1', purchaseId: 1 } as const;
beforeEach(async () => {
  desk = await openMailDesk();
});
afterEach(() => desk.end());

describe('a letter goes out', () => {
  it('once, as it is composed then, with its claim link, and is noted as sent', async () => {
    await desk.sell(1);
    const earlier = desk.shop.locks.length;
    await desk.begin();
    await desk.pass(1000);
    // Nothing that a buyer does has to wait for it.
    expect(desk.shop.locks.slice(earlier).flat()).toEqual([]);
    expect(desk.handed).toEqual([
      expect.objectContaining({
        to: 'reader-1@example.com',
        mail: expect.objectContaining({
          subject: 'Your order: Lone Wolf The Fortress of Death',
          text: expect.stringMatching(/https:\/\/shop\.example\.org\/open\/[A-Za-z0-9_-]{43}\n/),
        }),
      }),
    ]);
    expect(await desk.letters()).toMatchObject([{ state: 'sent', fault: null }]);
    expect(desk.metered()).toEqual([['order-confirmation', 'sent']]);
    expect(desk.shop.logged).toEqual([]);
  });

  it.each<[perSecond: number, at: number[]]>([
    [3, [0, 0, 0, 1000, 1000, 1000, 2000]],
    [10, [0, 0, 0, 300, 300, 300, 600]],
  ])('three at a time, and not more than %i in a second', async (perSecond, at) => {
    await desk.sellMany(7);
    await desk.begin({ perSecond });
    await desk.pass(5000);
    expect(desk.times()).toEqual(at);
    expect(desk.recipients()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('within a second of when it is due, where nothing else is said', async () => {
    await desk.begin({ everyMs: undefined as never });
    await desk.pass(400);
    await desk.sell(1);
    await desk.pass(599);
    expect(desk.handed).toEqual([]);
    await desk.pass(1);
    expect(desk.recipients()).toEqual([1]);
  });

  it('not before what it has to wait for is over, and a site that stops does not wait for that', async () => {
    const first = Promise.withResolvers<void>();
    await desk.begin({ after: first.promise });
    await desk.sell(1);
    await desk.pass(5000);
    expect(desk.handed).toEqual([]);
    first.resolve();
    await desk.pass(100);
    expect(desk.recipients()).toEqual([1]);
    await desk.end();
    await desk.begin({ after: new Promise(() => undefined) });
    await desk.sell(2);
    await desk.end();
    expect(desk.recipients()).toEqual([1]);
    expect(desk.shop.logged).toEqual([]);
  });

  it('at once when it is asked for', async () => {
    await desk.begin({ everyMs: 60_000 });
    await desk.sell(1);
    void desk.delivery?.run();
    await desk.settle();
    expect(desk.recipients()).toEqual([1]);
  });

  it('by one process at a time: who does not lead sends nothing', async () => {
    await desk.sell(1);
    desk.shop.ledger.asLeader = async () => false;
    await desk.begin();
    await desk.pass(1000);
    expect(desk.handed).toEqual([]);
    expect(desk.led[0]).toBe('mailing');
  });

  it('and as long as there is none, nobody has to lead', async () => {
    await desk.begin({ isAlone: false });
    await desk.pass(1000);
    expect(desk.led).toEqual([]);
    await desk.sell(1);
    await desk.pass(100);
    expect(desk.led).toEqual(['mailing']);
    await desk.pass(1000);
    expect(desk.led).toEqual(['mailing']);
  });
});

describe('a letter that another process took', () => {
  const longAfter = minutes(600);
  beforeEach(async () => {
    await desk.sell(1);
    await desk.shop.ledger.write([], () => takeLetters(1, noon, longAfter, true));
  });

  it('goes out at once where no other process can be', async () => {
    await desk.begin();
    expect(desk.recipients()).toEqual([1]);
  });

  it('waits for the end of its time where there may be others', async () => {
    await desk.begin({ isAlone: false });
    await desk.pass(1000);
    expect(desk.handed).toEqual([]);
    desk.shop.now = longAfter;
    await desk.pass(100);
    expect(desk.recipients()).toEqual([1]);
  });

  it('is set free once, at the start: what is sent later is this process’s own', async () => {
    await desk.begin();
    // The first round is over.
    await desk.pass(100);
    desk.shop.now = minutes(1);
    await desk.sell(2);
    await desk.shop.ledger.write([], () => takeLetters(1, minutes(1), longAfter, true));
    await desk.sell(3);
    await desk.pass(1000);
    expect(desk.recipients()).toEqual([1, 3]);
  });
});

it('A letter is held for longer than the mail service may take for it', async () => {
  await desk.sell(1);
  let heldUntil: unknown;
  desk.answer = async () => {
    [{ heldUntil } = { heldUntil: null }] = await desk.letters();
    return sent;
  };
  await desk.begin();
  expect(heldUntil).toEqual(minutes(11));
});

describe('an answer that is about one letter', () => {
  it('refused: the address takes no mail, and is not asked again', async () => {
    await desk.sellMany(2);
    desk.answer = ({ to }) => (to.includes('-1@') ? { kind: 'refused', fault: '550 5.1.1 (RCPT TO)' } : sent);
    await desk.begin();
    desk.shop.now = minutes(600);
    await desk.pass(1000);
    expect(desk.recipients()).toEqual([1, 2]);
    expect(await desk.letters()).toMatchObject([
      { state: 'refused', fault: '550 5.1.1 (RCPT TO)' },
      { state: 'sent' },
    ]);
    expect(desk.metered()).toContainEqual(['order-confirmation', 'refused']);
    expect(desk.logged('warn')).toEqual([
      { letter: 1, kind: 'order-confirmation', fault: '550 5.1.1 (RCPT TO)' },
    ]);
  });

  it.each([
    [1, 1000],
    [2, 5000],
    [3, 30_000],
    [4, 120_000],
    [5, 600_000],
    [6, 3_600_000],
    [7, 3_600_000],
    [mostTries - 1, 3_600_000],
  ])('put off at try %i: it is tried again after %i ms', async (tries, pauseMs) => {
    await desk.sell(1);
    await desk.setTries(tries - 1);
    desk.answer = () => ({ kind: 'postponed', fault: '451 4.7.1' });
    await desk.begin();
    await desk.pass(1000);
    expect(desk.handed).toHaveLength(1);
    const dueAt = new Date(noon.getTime() + pauseMs);
    expect(await desk.letters()).toEqual([{ state: 'waiting', fault: '451 4.7.1', dueAt, heldUntil: null }]);
    expect(desk.metered()).toEqual([['order-confirmation', 'postponed']]);
    expect(desk.logged('warn')).toEqual([
      { letter: 1, kind: 'order-confirmation', fault: '451 4.7.1', tries },
    ]);
    desk.shop.now = dueAt;
    desk.answer = () => sent;
    await desk.pass(100);
    expect(await desk.states()).toEqual(['sent']);
  });

  it('put off for the last time: it is given up, after the tries of four days', async () => {
    const hours = mostTries - 6;
    expect((1 + 5 + 30 + 120 + 600) / 3600 + hours).toBeCloseTo(4 * 24, 0);
    await desk.sell(1);
    await desk.setTries(mostTries - 1);
    desk.answer = () => ({ kind: 'postponed', fault: '451 4.7.1' });
    await desk.begin();
    expect(await desk.letters()).toMatchObject([{ state: 'dead', fault: '451 4.7.1' }]);
    expect(desk.metered()).toEqual([['order-confirmation', 'dead']]);
    expect(desk.logged('error')).toEqual([
      { letter: 1, kind: 'order-confirmation', fault: '451 4.7.1', tries: mostTries },
    ]);
  });
});

it.each<[string, SendOutcome]>([
  ['refused', { kind: 'refused', fault: '550 5.1.1 (RCPT TO)' }],
  ['given up', { kind: 'postponed', fault: '451 4.7.1' }],
])('Whoever gives learns of it by mail when the letter of the gift is %s', async (_how, answer) => {
  const sale = { ...purchaseOf({ accountId: anna.id, email: anna.email }), isGift: true };
  await desk.shop.verbs.recordPurchase(sale, ['fod'], byPage, noon);
  await wrapGift(desk.shop, 'cs_1', { recipient: 'bo@example.com' }, { account: anna, browserId: null });
  await desk.setTries(mostTries - 1);
  desk.answer = ({ to }) => (to === 'bo@example.com' ? answer : sent);
  await desk.begin();
  await desk.pass(1000);
  expect(desk.handed.map(({ to, mail }) => [to, mail.subject.split(':')[0]])).toEqual([
    [anna.email, 'Your order'],
    ['bo@example.com', 'Somebody has given you an adventure'],
    [anna.email, 'Your gift did not arrive'],
  ]);
});

describe('a letter that has nothing to say', () => {
  const writeRelease = () =>
    writeLetter({ kind: 'pre-order-out', subject: 'cs_1 2025-08-01', purchaseId: 1, happenedAt: noon }, noon);

  it('any more is dropped without a word, and the others go out', async () => {
    await desk.sell(1);
    await desk.shop.ledger.write([], writeRelease);
    await desk.begin();
    await desk.pass(1000);
    expect(await desk.letters()).toMatchObject([{ state: 'sent' }, { state: 'dropped', fault: null }]);
    expect(desk.handed).toHaveLength(1);
    expect(desk.metered()).toHaveLength(1);
    expect(desk.shop.logged).toEqual([]);
  });

  it('any more holds up nobody, also where all letters of one go are such', async () => {
    await desk.sell(1);
    await desk.shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    for (const day of ['2025-08-01', '2025-08-02', '2025-08-03']) {
      const letter = { kind: 'order-moved', subject: day, purchaseId: 1, happenedAt: noon } as const;
      await desk.shop.ledger.write([], () => writeLetter(letter, noon));
    }
    await desk.sell(2);
    await desk.begin({ everyMs: 60_000 });
    await desk.pass(100);
    expect(desk.recipients()).toEqual([2]);
  });

  it('while the bank looks into its payment waits, and is looked at again each hour', async () => {
    await desk.sell(1, { lines: linesOf('coc_aatt'), email: 'reader-1@example.com' });
    await desk.shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    await desk.shop.verbs.recordPaymentFact(disputeOf(), byPage, noon);
    await desk.shop.ledger.write([], writeRelease);
    await desk.begin();
    await desk.pass(1000);
    expect((await desk.letters())[1]).toMatchObject({
      state: 'waiting',
      dueAt: minutes(60),
      heldUntil: null,
    });
    desk.shop.now = minutes(60);
    await desk.pass(1000);
    expect((await desk.letters())[1]).toMatchObject({ state: 'waiting', dueAt: minutes(120) });
    expect(desk.handed).toEqual([]);
  });

  it('says nothing about the mail service: no fault ends with it, and none begins', async () => {
    await desk.sell(1);
    await desk.shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    await desk.shop.ledger.amend(() => noteMailFault('ECONNECTION', noon));
    await desk.shop.ledger.write([], writeRelease);
    await desk.begin();
    await desk.pass(1000);
    expect((await desk.service()).fault).toBe('ECONNECTION');
  });
});

it('A letter that cannot be composed is put off and told of, and the others go out', async () => {
  const unknown = { kind: 'unheard-of' as LetterKind, subject: 's', recipient: 'a@example.com' };
  await desk.shop.ledger.write([], () => writeLetter({ ...unknown, happenedAt: noon }, noon));
  await desk.sell(1);
  await desk.begin();
  expect(await desk.letters()).toMatchObject([
    { state: 'waiting', fault: 'not composed' },
    { state: 'sent' },
  ]);
  expect(desk.logged('error')).toEqual([{ err: expect.any(Error), letter: 1, kind: 'unheard-of' }]);
  expect(desk.metered()).toContainEqual(['unheard-of', 'postponed']);
});

describe('while the clock is not trusted', () => {
  it('the letters of gifts wait, all others go out, and they follow once it is set right', async () => {
    let isTrusted = false;
    await desk.sell(1, { isGift: true });
    await desk.sell(2);
    await desk.shop.ledger.write([], () =>
      writeLetter({ ...giftLetter, recipient: 'bo@example.com', happenedAt: noon }, noon),
    );
    await desk.begin({ isClockTrusted: () => isTrusted });
    await desk.pass(5000);
    expect(desk.handed.map(({ to }) => to)).toEqual(['reader-1@example.com', 'reader-2@example.com']);
    expect(await desk.letters()).toContainEqual({
      state: 'waiting',
      fault: null,
      dueAt: noon,
      heldUntil: null,
    });
    isTrusted = true;
    await desk.pass(100);
    expect(desk.handed.map(({ to }) => to).at(-1)).toBe('bo@example.com');
  });

  it('no round looks for such letters first, which would read all that wait: it asks the clock, and the database once', async () => {
    const isClockTrusted = vi.fn(() => true);
    const read = vi.fn(desk.shop.ledger.read) as typeof desk.shop.ledger.read;
    await desk.begin({ isClockTrusted, ledger: { ...desk.shop.ledger, read }, isAlone: false });
    await desk.pass(1000);
    expect(isClockTrusted.mock.calls.length).toBeGreaterThan(5);
    expect(vi.mocked(read).mock.calls.length).toBe(isClockTrusted.mock.calls.length);
  });
});

describe('a site that stops', () => {
  /** Lets the mail service answer the letters that it has. */
  let finish: () => void;
  beforeEach(() => {
    const answered = new Promise<SendOutcome>((resolve) => {
      finish = () => resolve(sent);
    });
    desk.answer = () => answered;
  });

  it('finishes the letters that are being sent, sends no more, and closes the connection once', async () => {
    await desk.sellMany(4);
    await desk.begin();
    let isOver = false;
    const stopping = desk.delivery?.stop().then(() => {
      isOver = true;
    });
    await desk.pass(4999);
    expect([isOver, desk.closed]).toEqual([false, 0]);
    finish();
    await desk.settle();
    await stopping;
    expect(await desk.states()).toEqual(['sent', 'sent', 'sent', 'waiting']);
    expect(desk.closed).toBe(1);
    await desk.pass(60_000);
    expect([desk.handed.length, desk.closed]).toEqual([3, 1]);
  });

  it('breaks the connection off when the letters that are being sent take longer than five seconds', async () => {
    await desk.sell(1);
    await desk.begin();
    const stopping = desk.delivery?.stop();
    await desk.pass(4999);
    expect(desk.closed).toBe(0);
    await desk.pass(1);
    expect(desk.closed).toBe(1);
    finish();
    await desk.settle();
    await stopping;
    expect(desk.closed).toBe(2);
  });

  it('sends nothing more when the pause between letters is over', async () => {
    await desk.sellMany(4);
    finish();
    await desk.begin({ perSecond: 3 });
    await desk.pass(500);
    const stopping = desk.delivery?.stop();
    await desk.pass(1000);
    await stopping;
    expect(desk.recipients()).toEqual([1, 2, 3]);
    expect(await desk.states()).toEqual(['sent', 'sent', 'sent', 'waiting']);
  });

  it('does not begin to look when it is asked to', async () => {
    await desk.begin();
    await desk.delivery?.stop();
    await desk.sell(1);
    await desk.delivery?.run();
    expect(desk.handed).toEqual([]);
  });
});
