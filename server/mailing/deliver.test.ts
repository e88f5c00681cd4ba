import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nullable, text, time } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import { testCipher } from '#tests/support/accounts.ts';
import { deskAt, linesOf } from '#tests/support/letter-words.ts';
import {
  byPage,
  disputeOf,
  minutes,
  noon,
  purchaseOf,
  type SmallShop,
  smallShop,
} from '#tests/support/small-shop.ts';
import { type Delivery, mostTries, startDelivery } from './deliver.ts';
import type { LetterKind } from './letter-kinds.ts';
import { mailService, noteMailFault, noteMailService } from './mail-service.ts';
import type { MailTransport, OutgoingMail, SendOutcome } from './mail-transport.ts';
import { endLetter, takeLetters, writeLetter } from './outbox.ts';

/**
 * Delivery against a mail service in memory, on timers that the test turns; `shop.now` is the clock of the letters, and
 * stands. What a real mail service answers is in deliver.smtp.test.ts.
 */

const sent: SendOutcome = { kind: 'sent' };
const away = (fault = 'ECONNECTION', mayHaveArrived = false): SendOutcome => ({
  ...{ kind: 'unavailable', fault, mayHaveArrived },
});

let shop: SmallShop;
let delivery: Delivery | null;
/** What was handed over, and when, in milliseconds since delivery began. */
let handed: { to: string; mail: OutgoingMail; at: number }[];
/** What the mail service answers; `sent` where nothing else is said. */
let answer: (mail: OutgoingMail) => SendOutcome | Promise<SendOutcome>;
let closed: number;
/** Who led, by the names of their tasks. */
let led: string[];
beforeEach(async () => {
  shop = smallShop();
  [delivery, handed, answer, closed, led] = [null, [], () => sent, 0, []];
  await shop.ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
});
afterEach(async () => {
  const stopping = delivery?.stop();
  if (vi.isFakeTimers()) await pass(100);
  await stopping;
  vi.useRealTimers();
});

/** Lets everything happen that waits for no timer: the ledger commits in a turn of its own. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
/** Lets time pass, in steps of a tenth of a second at most. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    vi.advanceTimersByTime(Math.min(left, 100));
    await settle();
  }
}

async function begin(over: Partial<Parameters<typeof startDelivery>[0]> = {}): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const from = performance.now();
  const transport: MailTransport = {
    async send(mail) {
      handed.push({ to: mail.to, mail, at: performance.now() - from });
      return answer(mail);
    },
    verify: async () => null,
    close() {
      closed += 1;
    },
  };
  const ledger: SmallShop['ledger'] = {
    ...shop.ledger,
    asLeader(task, work) {
      led.push(task);
      return shop.ledger.asLeader(task, work);
    },
  };
  const { publicUrl, facts } = deskAt(noon);
  delivery = startDelivery({
    ...{ ledger, transport, desk: { publicUrl, facts }, cipher: testCipher, isAlone: true },
    ...{ clock: shop.clock, log: shop.log, metrics: shop.metrics, perSecond: 1000, everyMs: 100 },
    ...over,
  });
  await settle();
}

const sell = (number: number, over: Parameters<typeof purchaseOf>[0] = {}) =>
  shop.verbs.recordPurchase(
    purchaseOf({
      ...{ checkoutSessionId: `cs_${number}`, paymentIntentId: `pi_${number}` },
      ...{ email: `reader-${number}@example.com`, ...over },
    }),
    ['fod'],
    byPage,
    noon,
  );
const sellMany = async (count: number) => {
  for (let number = 1; number <= count; number += 1) await sell(number);
};
const letters = () =>
  shop.rows('SELECT {columns} FROM letters ORDER BY id', {
    ...{ state: text, fault: nullable(text), dueAt: time, heldUntil: nullable(time) },
  });
const states = async () => (await letters()).map(({ state }) => state);
const recipients = () => handed.map(({ to }) => Number(/reader-(\d+)/.exec(to)?.[1]));
const times = () => handed.map(({ at }) => at);
const setTries = command('UPDATE letters SET tries = ?');
const metered = () => shop.metered.filter(([what]) => what === 'letter').map(([, ...values]) => values);
const logged = (level: 'warn' | 'error') =>
  shop.logged.filter((line) => line.level === level).map(({ fields }) => fields);
const service = () => shop.ledger.read(mailService);

describe('a letter goes out', () => {
  it('once, as it is composed then, with its claim link, and is noted as sent', async () => {
    await sell(1);
    const earlier = shop.locks.length;
    await begin();
    await pass(1000);
    // Nothing that a buyer does has to wait for it.
    expect(shop.locks.slice(earlier).flat()).toEqual([]);
    expect(handed).toEqual([
      expect.objectContaining({
        to: 'reader-1@example.com',
        mail: expect.objectContaining({
          subject: 'Your order: Lone Wolf The Fortress of Death',
          text: expect.stringMatching(/https:\/\/shop\.example\.org\/open\/[A-Za-z0-9_-]{43}\n/),
        }),
      }),
    ]);
    expect(await letters()).toMatchObject([{ state: 'sent', fault: null }]);
    expect(metered()).toEqual([['order-confirmation', 'sent']]);
    expect(shop.logged).toEqual([]);
  });

  it.each<[perSecond: number, at: number[]]>([
    [3, [0, 0, 0, 1000, 1000, 1000, 2000]],
    [10, [0, 0, 0, 300, 300, 300, 600]],
  ])('three at a time, and not more than %i in a second', async (perSecond, at) => {
    await sellMany(7);
    await begin({ perSecond });
    await pass(5000);
    expect(times()).toEqual(at);
    expect(recipients()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('within a second of when it is due, where nothing else is said', async () => {
    await begin({ everyMs: undefined as never });
    await pass(400);
    await sell(1);
    await pass(599);
    expect(handed).toEqual([]);
    await pass(1);
    expect(recipients()).toEqual([1]);
  });

  it('at once when it is asked for', async () => {
    await begin({ everyMs: 60_000 });
    await sell(1);
    void delivery?.run();
    await settle();
    expect(recipients()).toEqual([1]);
  });

  it('by one process at a time: who does not lead sends nothing', async () => {
    await sell(1);
    shop.ledger.asLeader = async () => false;
    await begin();
    await pass(1000);
    expect(handed).toEqual([]);
    expect(led[0]).toBe('mailing');
  });

  it('and as long as there is none, nobody has to lead', async () => {
    await begin({ isAlone: false });
    await pass(1000);
    expect(led).toEqual([]);
    await sell(1);
    await pass(100);
    expect(led).toEqual(['mailing']);
    await pass(1000);
    expect(led).toEqual(['mailing']);
  });
});

describe('a letter that another process took', () => {
  const longAfter = minutes(600);
  beforeEach(async () => {
    await sell(1);
    await shop.ledger.write([], () => takeLetters(1, noon, longAfter));
  });

  it('goes out at once where no other process can be', async () => {
    await begin();
    expect(recipients()).toEqual([1]);
  });

  it('waits for the end of its time where there may be others', async () => {
    await begin({ isAlone: false });
    await pass(1000);
    expect(handed).toEqual([]);
    shop.now = longAfter;
    await pass(100);
    expect(recipients()).toEqual([1]);
  });

  it('is set free once, at the start: what is sent later is this process’s own', async () => {
    await begin();
    // The first round is over.
    await pass(100);
    shop.now = minutes(1);
    await sell(2);
    await shop.ledger.write([], () => takeLetters(1, minutes(1), longAfter));
    await sell(3);
    await pass(1000);
    expect(recipients()).toEqual([1, 3]);
  });
});

it('A letter is held for longer than the mail service may take for it', async () => {
  await sell(1);
  let heldUntil: unknown;
  answer = async () => {
    [{ heldUntil } = { heldUntil: null }] = await letters();
    return sent;
  };
  await begin();
  expect(heldUntil).toEqual(minutes(11));
});

describe('an answer that is about one letter', () => {
  it('refused: the address takes no mail, and is not asked again', async () => {
    await sellMany(2);
    answer = ({ to }) => (to.includes('-1@') ? { kind: 'refused', fault: '550 5.1.1 (RCPT TO)' } : sent);
    await begin();
    shop.now = minutes(600);
    await pass(1000);
    expect(recipients()).toEqual([1, 2]);
    expect(await letters()).toMatchObject([
      { state: 'refused', fault: '550 5.1.1 (RCPT TO)' },
      { state: 'sent' },
    ]);
    expect(metered()).toContainEqual(['order-confirmation', 'refused']);
    expect(logged('warn')).toEqual([{ letter: 1, kind: 'order-confirmation', fault: '550 5.1.1 (RCPT TO)' }]);
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
    await sell(1);
    await shop.ledger.amend(() => setTries.run(tries - 1));
    answer = () => ({ kind: 'postponed', fault: '451 4.7.1' });
    await begin();
    await pass(1000);
    expect(handed).toHaveLength(1);
    const dueAt = new Date(noon.getTime() + pauseMs);
    expect(await letters()).toEqual([{ state: 'waiting', fault: '451 4.7.1', dueAt, heldUntil: null }]);
    expect(metered()).toEqual([['order-confirmation', 'postponed']]);
    expect(logged('warn')).toEqual([{ letter: 1, kind: 'order-confirmation', fault: '451 4.7.1', tries }]);
    shop.now = dueAt;
    answer = () => sent;
    await pass(100);
    expect(await states()).toEqual(['sent']);
  });

  it('put off for the last time: it is given up, after the tries of four days', async () => {
    const hours = mostTries - 6;
    expect((1 + 5 + 30 + 120 + 600) / 3600 + hours).toBeCloseTo(4 * 24, 0);
    await sell(1);
    await shop.ledger.amend(() => setTries.run(mostTries - 1));
    answer = () => ({ kind: 'postponed', fault: '451 4.7.1' });
    await begin();
    expect(await letters()).toMatchObject([{ state: 'dead', fault: '451 4.7.1' }]);
    expect(metered()).toEqual([['order-confirmation', 'dead']]);
    expect(logged('error')).toEqual([
      { letter: 1, kind: 'order-confirmation', fault: '451 4.7.1', tries: mostTries },
    ]);
  });
});

describe('while the mail service takes nothing', () => {
  beforeEach(() => {
    answer = () => away();
  });

  it('it is asked again after growing pauses, and the letters have not been tried', async () => {
    await sell(1);
    await begin();
    await pass(150_000);
    expect(times()).toEqual([0, 500, 2500, 7500, 22_500, 82_500, 142_500]);
    await shop.ledger.amend(() => setTries.run(0));
    answer = () => ({ kind: 'postponed', fault: '451' });
    await pass(60_000);
    expect(logged('warn')).toEqual([expect.objectContaining({ tries: 1 })]);
  });

  it('one round is enough to know it: the other letters are not tried', async () => {
    await sellMany(7);
    await begin();
    expect(handed).toHaveLength(3);
  });

  it('the letters that met it go to the end of the queue', async () => {
    await sellMany(4);
    answer = () => {
      shop.now = minutes(1);
      return away();
    };
    await begin();
    answer = () => sent;
    await pass(600);
    expect(recipients()).toEqual([1, 2, 3, 4, 1, 2, 3]);
  });

  it('its fault is noted with the second failure, and again when it changes, each once', async () => {
    await sell(1);
    await begin();
    expect([(await service()).fault, logged('error')]).toEqual([null, []]);
    await pass(500);
    expect(await service()).toMatchObject({ fault: 'ECONNECTION', faultSince: noon });
    await pass(7000);
    expect(logged('error')).toEqual([{ fault: 'ECONNECTION' }]);
    answer = () => away('535 5.7.8');
    await pass(15_000);
    expect(await service()).toMatchObject({ fault: '535 5.7.8' });
    expect(logged('error')).toEqual([{ fault: 'ECONNECTION' }, { fault: '535 5.7.8' }]);
  });

  it('the fault is over with the first answer, also one that an earlier process noted, and the pauses begin anew', async () => {
    await sell(1);
    await shop.ledger.amend(() => noteMailFault('ECONNECTION', noon));
    await begin();
    await pass(500);
    expect((await service()).fault).toBe('ECONNECTION');
    answer = () => ({ kind: 'postponed', fault: '451' });
    await pass(2000);
    expect(await service()).toMatchObject({ fault: null, faultSince: null });
    answer = () => away();
    shop.now = minutes(1);
    await pass(100);
    handed = [];
    await pass(500);
    expect(handed).toHaveLength(1);
  });

  it('what it has not confirmed is told apart: it may arrive twice', async () => {
    await sellMany(2);
    answer = ({ to }) => away('ESOCKET', to.includes('-1@'));
    await begin();
    expect(logged('warn')).toEqual([{ letter: 1, kind: 'order-confirmation', fault: 'ESOCKET' }]);
  });
});

it('One broken connection holds up neither the other letters nor its own, and is no fault of the service', async () => {
  await sellMany(4);
  let isBroken = true;
  answer = ({ to }) => {
    if (!to.includes('-2@') || !isBroken) return sent;
    isBroken = false;
    return away();
  };
  await begin({ everyMs: 60_000 });
  await pass(200);
  expect(recipients()).toEqual([1, 2, 3, 2, 4]);
  expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect((await service()).fault).toBeNull();
  await sell(5);
  void delivery?.run();
  await settle();
  expect(recipients().at(-1)).toBe(5);
});

describe('a letter that has nothing to say', () => {
  const writeRelease = () =>
    writeLetter({ kind: 'pre-order-out', subject: 'cs_1 2025-08-01', purchaseId: 1, happenedAt: noon }, noon);

  it('any more is dropped without a word, and the others go out', async () => {
    await sell(1);
    await shop.ledger.write([], writeRelease);
    await begin();
    await pass(1000);
    expect(await letters()).toMatchObject([{ state: 'sent' }, { state: 'dropped', fault: null }]);
    expect(handed).toHaveLength(1);
    expect(metered()).toHaveLength(1);
    expect(shop.logged).toEqual([]);
  });

  it('any more holds up nobody, also where all letters of one go are such', async () => {
    await sell(1);
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    for (const day of ['2025-08-01', '2025-08-02', '2025-08-03']) {
      const letter = { kind: 'order-moved', subject: day, purchaseId: 1, happenedAt: noon } as const;
      await shop.ledger.write([], () => writeLetter(letter, noon));
    }
    await sell(2);
    await begin({ everyMs: 60_000 });
    await pass(100);
    expect(recipients()).toEqual([2]);
  });

  it('while the bank looks into its payment waits, and is looked at again each hour', async () => {
    await sell(1, { lines: linesOf('coc_aatt'), email: 'reader-1@example.com' });
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    await shop.verbs.recordPaymentFact(disputeOf(), byPage, noon);
    await shop.ledger.write([], writeRelease);
    await begin();
    await pass(1000);
    expect((await letters())[1]).toMatchObject({ state: 'waiting', dueAt: minutes(60), heldUntil: null });
    shop.now = minutes(60);
    await pass(1000);
    expect((await letters())[1]).toMatchObject({ state: 'waiting', dueAt: minutes(120) });
    expect(handed).toEqual([]);
  });

  it('says nothing about the mail service: no fault ends with it, and none begins', async () => {
    await sell(1);
    await shop.ledger.amend(() => endLetter(1, 'sent', null, noon));
    await shop.ledger.amend(() => noteMailFault('ECONNECTION', noon));
    await shop.ledger.write([], writeRelease);
    await begin();
    await pass(1000);
    expect((await service()).fault).toBe('ECONNECTION');
  });
});

it('A letter that cannot be composed is put off and told of, and the others go out', async () => {
  const unknown = { kind: 'unheard-of' as LetterKind, subject: 's', recipient: 'a@example.com' };
  await shop.ledger.write([], () => writeLetter({ ...unknown, happenedAt: noon }, noon));
  await sell(1);
  await begin();
  expect(await letters()).toMatchObject([{ state: 'waiting', fault: 'not composed' }, { state: 'sent' }]);
  expect(logged('error')).toEqual([{ err: expect.any(Error), letter: 1, kind: 'unheard-of' }]);
  expect(metered()).toContainEqual(['unheard-of', 'postponed']);
});

describe('when the database does not take a result', () => {
  it('it is written as soon as the database takes it, also when no other letter is due', async () => {
    await sell(1);
    let isBroken = true;
    const amend: SmallShop['ledger']['amend'] = (script) =>
      isBroken && handed.length > 0 ? Promise.reject(new Error('disk full')) : shop.ledger.amend(script);
    await begin({ ledger: { ...shop.ledger, amend } });
    isBroken = false;
    await pass(100);
    expect(await states()).toEqual(['sent']);
    expect(recipients()).toEqual([1]);
  });

  it('it is written before anything else is sent, and the letter is not sent again', async () => {
    await sellMany(2);
    let isBroken = true;
    const ledger: SmallShop['ledger'] = {
      ...shop.ledger,
      amend: (script) => {
        if (isBroken && handed.length > 0) return Promise.reject(new Error('disk full'));
        return shop.ledger.amend(script);
      },
    };
    await begin({ ledger });
    await sell(3);
    // The holds run out meanwhile.
    shop.now = minutes(20);
    await pass(1000);
    expect(recipients()).toEqual([1, 2]);
    expect(logged('warn')[0]).toEqual({ err: new Error('disk full') });
    isBroken = false;
    await pass(1000);
    expect(recipients()).toEqual([1, 2, 3]);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });
});

describe('a site that stops', () => {
  /** Lets the mail service answer the letters that it has. */
  let finish: () => void;
  beforeEach(() => {
    const answered = new Promise<SendOutcome>((resolve) => {
      finish = () => resolve(sent);
    });
    answer = () => answered;
  });

  it('finishes the letters that are being sent, sends no more, and closes the connection once', async () => {
    await sellMany(4);
    await begin();
    let isOver = false;
    const stopping = delivery?.stop().then(() => {
      isOver = true;
    });
    await pass(4999);
    expect([isOver, closed]).toEqual([false, 0]);
    finish();
    await settle();
    await stopping;
    expect(await states()).toEqual(['sent', 'sent', 'sent', 'waiting']);
    expect(closed).toBe(1);
    await pass(60_000);
    expect([handed.length, closed]).toEqual([3, 1]);
  });

  it('breaks the connection off when the letters that are being sent take longer than five seconds', async () => {
    await sell(1);
    await begin();
    const stopping = delivery?.stop();
    await pass(4999);
    expect(closed).toBe(0);
    await pass(1);
    expect(closed).toBe(1);
    finish();
    await settle();
    await stopping;
    expect(closed).toBe(2);
  });

  it('sends nothing more when the pause between letters is over', async () => {
    await sellMany(4);
    finish();
    await begin({ perSecond: 3 });
    await pass(500);
    const stopping = delivery?.stop();
    await pass(1000);
    await stopping;
    expect(recipients()).toEqual([1, 2, 3]);
    expect(await states()).toEqual(['sent', 'sent', 'sent', 'waiting']);
  });

  it('does not begin to look when it is asked to', async () => {
    await begin();
    await delivery?.stop();
    await sell(1);
    await delivery?.run();
    expect(handed).toEqual([]);
  });
});
