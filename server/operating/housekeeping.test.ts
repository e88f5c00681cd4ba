import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { completeErasure } from '#server/accounts/erasures.ts';
import { checkoutsAtOnce } from '#server/buying/opened-checkouts.ts';
import { PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { eventsAtOnce, noteEvent } from '#server/buying/webhook-events.ts';
import { type IdentityProvider, IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { nullable, text } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { countLetterTo } from '#server/outbox/address-letters.ts';
import { mailService, noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, writeLetter } from '#server/outbox/outbox.ts';
import { claimLinkDays, claimLinkOf } from '#server/owning/claim-links.ts';
import { openGift, writeCard } from '#server/owning/gifts.ts';
import type { Log } from '#server/runtime.ts';
import { shopDay } from '#shared/shop-day.ts';
import { anna, testCipher } from '#tests/support/accounts.ts';
import { identityPort } from '#tests/support/identity-port.ts';
import { silentLog } from '#tests/support/ledger-verbs.ts';
import { at, type OperatorsDesk, openDesk, refundOf } from '#tests/support/operators-desk.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { type Chores, createHousekeeping, housekeepingEveryMs } from './housekeeping.ts';
import { watchClock } from './right-clock.ts';
import { voidWithdrawal } from './void-withdrawal.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const hours = (count: number) => new Date(at.getTime() + count * 3_600_000);
const kinds = async () =>
  (await desk.ledger.read(() => query('SELECT kind FROM letters ORDER BY id', { kind: text }).all())).map(
    ({ kind }) => kind,
  );

function housekeeping(
  mail: { summaryTo: string | null } | null = null,
  answers: Partial<IdentityProvider> = {},
  ownChores: Chores = {},
  now: () => Promise<Date> = async () => desk.clock(),
) {
  const identity = identityPort(anna, answers);
  const warned: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields) => warned.push(fields['chore'] ?? fields['seconds']) };
  const needs = { ledger: desk.ledger, clock: desk.clock, cipher: testCipher, log };
  const clockWatch = watchClock({ books: { now }, clock: desk.clock, log });
  const doChores = createHousekeeping({ ...needs, identity, mail, clockWatch }, ownChores);
  const round = (stopping = new AbortController().signal) => doChores(stopping);
  return { identity, warned, round };
}
const signIn = () =>
  desk.ledger.addSession(
    {
      ...{ idHash: 'hash', account: anna, expiresAt: hours(100) },
      refreshTokenEncrypted: testCipher.encrypt('r', anna.id),
    },
    at,
  );

it('A site that stops ends the round after the chore under way', async () => {
  const stopping = new AbortController();
  const done: string[] = [];
  const { round } = housekeeping(
    null,
    {},
    {
      first(signal) {
        done.push(`first ${signal.aborted}`);
        stopping.abort();
      },
      second: () => done.push('second'),
    },
  );
  await signIn();
  desk.turnTo(hours(100));
  await round(stopping.signal);
  expect(done).toEqual(['first false']);
  expect(await desk.ledger.sessionsOf(anna.id)).toHaveLength(1);
});

it('It asks about no other account once the site stops', async () => {
  const stopping = new AbortController();
  const refresh = vi.fn(async () => {
    stopping.abort();
    return null;
  });
  const { round } = housekeeping(null, { refresh });
  for (const account of [anna, { ...anna, id: 'sub-bo' }])
    await desk.ledger.addSession(
      {
        ...{ idHash: `hash of ${account.id}`, account, expiresAt: hours(100) },
        refreshTokenEncrypted: testCipher.encrypt('r', account.id),
      },
      at,
    );
  desk.turnTo(new Date(at.getTime() + housekeepingEveryMs));
  await round(stopping.signal);
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('What has had its time goes, and what has not stays', async () => {
  const { round } = housekeeping();
  await signIn();
  await completeErasure(desk.ledger, 'sub-gone', at, null);
  await round();
  expect(await desk.ledger.sessionsOf(anna.id)).toHaveLength(1);
  expect(await desk.ledger.isErased('sub-gone')).toBe(true);
  desk.turnTo(hours(100));
  await round();
  expect(await desk.ledger.sessionsOf(anna.id)).toEqual([]);
  desk.turnTo(hours(61 * 24));
  await round();
  expect(await desk.ledger.isErased('sub-gone')).toBe(false);
});

it('Links that are over, letters that have ended and counts of letters to an address go when they are old', async () => {
  const { round } = housekeeping();
  const left = query(
    `SELECT 'link' FROM claim_links UNION ALL SELECT 'letter' FROM letters
     UNION ALL SELECT 'count' FROM address_letters`,
    text,
  );
  const leftAt = async (moment: Date) => {
    desk.turnTo(moment);
    await round();
    return await desk.ledger.read(() => left.all());
  };
  await desk.sell(1);
  await desk.ledger.amend(() => noteMailService(true, at));
  await desk.ledger.write([], claimLinkOf(testCipher, 'cs_1', at, claimLinkDays));
  const letter = { kind: 'new-device', subject: '1', recipient: anna.email, happenedAt: at } as const;
  await desk.ledger.write([], () => writeLetter(letter, at));
  await desk.ledger.amend(() => endLetter(1, 'sent', null, at));
  const counted = { kind: 'order-links', subject: '1', recipient: anna.email, day: shopDay(at) } as const;
  await desk.ledger.write([], () => countLetterTo(counted));
  expect(await leftAt(hours(1))).toEqual(['link', 'letter', 'count']);
  expect(await leftAt(hours(24))).toEqual(['link', 'letter']);
  expect(await leftAt(hours(30 * 24 - 1))).toEqual(['link', 'letter']);
  expect(await leftAt(hours(30 * 24))).toEqual(['link']);
  expect(await leftAt(hours(60 * 24 - 1))).toEqual(['link']);
  expect(await leftAt(hours(60 * 24))).toEqual([]);
});

it('A letter that waits in a shop without a mail service is dropped with its address 30 days after its day', async () => {
  const { round } = housekeeping();
  await desk.ledger.write([], () => noteMailService(true, at));
  const letter = { kind: 'new-device', subject: '1', recipient: anna.email, happenedAt: at } as const;
  await desk.ledger.write([], () => writeLetter(letter, at));
  await desk.ledger.write([], () => noteMailService(false, at));
  const states = () =>
    desk.ledger.read(() => query('SELECT coalesce(recipient, state) AS state FROM letters', text).all());
  await round();
  expect(await states()).toEqual([anna.email]);
  desk.turnTo(hours(30 * 24));
  await round();
  expect(await states()).toEqual(['dropped']);
});

it('The card of a gift forgets recipient and words 30 days after it was opened, and one whose link is good does not', async () => {
  const { round } = housekeeping();
  const cards = query('SELECT {columns} FROM gifts ORDER BY purchase_id', {
    ...{ recipient: nullable(text), sender: nullable(text), message: nullable(text) },
  });
  for (const number of [1, 2]) await desk.sell(number, { isGift: true });
  const words = { recipient: 'bo@example.com', sender: 'Anna', message: 'Many happy returns' };
  await desk.ledger.write([], claimLinkOf(testCipher, 'cs_2', at, claimLinkDays));
  await desk.ledger.write([], function* () {
    for (const id of [1, 2]) yield* writeCard(id, { ...words, sendOn: '2025-06-01' });
    yield* openGift(1, [{ productId: 'fod' }], 'sub-bo', at);
  });
  desk.turnTo(hours(30 * 24 - 1));
  await round();
  expect(await desk.ledger.read(() => cards.all())).toEqual([words, words]);
  desk.turnTo(hours(30 * 24));
  await round();
  expect(await desk.ledger.read(() => cards.all())).toEqual([
    { recipient: '', sender: null, message: null },
    words,
  ]);
  expect((await desk.ledger.findOrder('cs_1'))?.gift).toMatchObject({ recipient: null, openedAt: at });
});

it('Events of the payment provider are forgotten after 400 days, also where a busy hour brought many', async () => {
  const { round } = housekeeping();
  const event = { type: 'charge.updated', objectId: null, createdAt: at };
  await desk.ledger.write([], function* () {
    for (let number = 0; number <= eventsAtOnce; number += 1)
      yield* noteEvent({ ...event, id: `evt_${number}` }, 'ignored', 'webhook', at);
  });
  const left = async () =>
    (await desk.ledger.read(() => query('SELECT id FROM webhook_events', text).all())).length;
  desk.turnTo(hours(400 * 24 - 1));
  await round();
  expect(await left()).toBe(eventsAtOnce + 1);
  desk.turnTo(hours(400 * 24));
  await round();
  expect(await left()).toBe(0);
});

it('A withdrawal that does not count forgets who declared it after 400 days', async () => {
  const { round } = housekeeping();
  const names = query('SELECT name FROM void_withdrawals', { name: text });
  await desk.sell(1);
  await desk.ledger.recordWithdrawal(
    'cs_1',
    withdrawalOf({ name: 'Mallory', email: 'stranger@example.com', receivedAt: at }),
  );
  await voidWithdrawal(desk.needs, 'cs_1', 'W-1', 'they wrote');
  desk.turnTo(hours(399 * 24));
  await round();
  expect(await desk.ledger.read(() => names.all())).toEqual([{ name: 'Mallory' }]);
  desk.turnTo(hours(400 * 24));
  await round();
  expect(await desk.ledger.read(() => names.all())).toEqual([{ name: '' }]);
});

it('While the clock is ahead of the payment provider’s nothing goes for its age, which is told once', async () => {
  let now = desk.clock;
  const { round, warned } = housekeeping(null, {}, {}, async () => now());
  const sessions = async () => (await desk.ledger.sessionsOf(anna.id)).length;
  await signIn();
  desk.turnTo(hours(400 * 24));
  now = () => at;
  await round();
  await round();
  expect([await sessions(), warned]).toEqual([1, [400 * 24 * 3600]]);
  // Nor when the provider is silent afterwards, for however long.
  now = () => {
    throw new PaymentProviderUnavailable('down');
  };
  await round();
  expect(await sessions()).toBe(1);
  now = () => hours(400 * 24 - 1);
  await round();
  expect([await sessions(), warned.length]).toEqual([0, 1]);
});

it('A release that is put off is told to who bought ahead, also when the clock was ahead of the new day meanwhile', async () => {
  const { round } = housekeeping({ summaryTo: null }, {}, {}, async () => at);
  await desk.ledger.amend(() => noteMailService(true, at));
  await desk.sell(1, { lines: [{ productId: 'coc_aatt', priceOre: 25_000 }] }, ['coc_aatt']);
  await round();
  const told = command("UPDATE announced_releases SET day = '2025-07-01' WHERE adventure_id = 'coc_aatt'");
  await desk.ledger.write([], () => told.run());
  desk.turnTo(hours(400 * 24));
  await round();
  desk.turnTo(hours(1));
  await round();
  expect(await kinds()).toContain('pre-order-put-off');
});

it('While the clock is ahead of the day of a release nobody is told that it is out', async () => {
  const theirs = new Date('2025-07-31T08:00:00Z');
  let now = theirs;
  const { round } = housekeeping({ summaryTo: null }, {}, {}, async () => now);
  await desk.ledger.amend(() => noteMailService(true, at));
  await desk.sell(1, { lines: [{ productId: 'coc_aatt', priceOre: 25_000 }], paidAt: at }, ['coc_aatt']);
  const before = await kinds();
  desk.turnTo(new Date('2025-08-01T08:00:00Z'));
  await round();
  expect(await kinds()).toEqual(before);
  now = desk.clock();
  await round();
  expect(await kinds()).toEqual([...before, 'pre-order-out']);
});

it('What is kept for a time does not wait for more than a day for a payment provider that does not tell its own', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = () => Promise.reject(new PaymentProviderUnavailable('down'));
  const { round } = housekeeping(null, {}, {}, silent);
  await signIn();
  desk.turnTo(hours(100));
  vi.advanceTimersByTime(24 * 3_600_000);
  await round();
  expect(await desk.ledger.sessionsOf(anna.id)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await round();
  expect(await desk.ledger.sessionsOf(anna.id)).toEqual([]);
});

it('A site that stops does not wait for a payment provider that does not answer', async () => {
  const { round } = housekeeping(null, {}, {}, () => new Promise(() => undefined));
  const stopping = new AbortController();
  const stopped = round(stopping.signal);
  stopping.abort();
  await stopped;
});

it('Deletions that were interrupted are finished', async () => {
  const { identity, round } = housekeeping();
  await desk.ledger.beginErasure({
    ...{ accountId: anna.id, email: anna.email, requestedAt: at },
    accessTokenEncrypted: testCipher.encrypt('access', anna.id),
  });
  await round();
  expect(identity.asked).toEqual([['deleteUser', 'access']]);
  expect(await desk.ledger.pendingErasures()).toEqual([]);
});

it('The identity service is asked about accounts a quarter of an hour after the start, and then once a day', async () => {
  const { identity, round } = housekeeping();
  await signIn();
  const asked = async (moment: Date) => {
    desk.turnTo(moment);
    identity.asked.length = 0;
    await round();
    return identity.asked.filter(([method]) => method === 'refresh').length;
  };
  const first = new Date(at.getTime() + housekeepingEveryMs);
  expect(housekeepingEveryMs).toBe(15 * 60 * 1000);
  expect(await asked(new Date(first.getTime() - 1))).toBe(0);
  expect(await asked(first)).toBe(1);
  expect(await asked(new Date(first.getTime() + 24 * 3_600_000 - 1))).toBe(0);
  expect(await asked(new Date(first.getTime() + 24 * 3_600_000))).toBe(1);
  // The clock was a month ahead, and is set right: nobody waits for that month to pass.
  expect(await asked(new Date(first.getTime() - 30 * 24 * 3_600_000))).toBe(1);
  expect(await asked(first)).toBe(1);
});

it('A chore that fails is told of and keeps no other from being done', async () => {
  const unavailable = () => Promise.reject(new IdentityProviderUnavailable('down'));
  const { identity, round, warned } = housekeeping(
    { summaryTo: 'shop@example.com' },
    { deleteUser: unavailable, refresh: unavailable },
    {
      'folders of drills': () => {
        throw new Error('EACCES');
      },
    },
  );
  await signIn();
  await desk.ledger.beginErasure({
    ...{ accountId: 'sub-leaving', email: null, requestedAt: at },
    accessTokenEncrypted: testCipher.encrypt('access', 'sub-leaving'),
  });
  // The cards of gifts fail, too, and the letters of the day. No letters are owed here, of which the log tells first.
  const write = desk.ledger.write.bind(desk.ledger);
  desk.ledger.write = () => Promise.reject(new Error('no letters'));
  desk.turnTo(hours(1));
  await round();
  desk.ledger.write = write;
  expect(identity.asked.map(([method]) => method)).toEqual(['deleteUser', 'refresh']);
  // An outage signs nobody out.
  expect(await desk.ledger.sessionsOf(anna.id)).toHaveLength(1);
  expect(warned).toEqual([
    'folders of drills',
    undefined,
    'letters that are owed',
    'expired data',
    'letters about postponements',
    'daily summary',
    'interrupted deletions',
    'accounts deleted elsewhere',
  ]);
});

it('The letters of the day are written where there is a mail service, the summary where somebody gets it', async () => {
  await desk.ledger.write([], () => noteMailService(true, new Date(0)));
  // A pre-order that came out this morning, and a refund of a part that nobody but a person can place.
  const lines = ['coc_aatt', 'fod'].map((productId) => ({ productId, priceOre: 25_000 }));
  await desk.sell(1, { lines, totalOre: 50_000, paidAt: at });
  await desk.ledger.recordPaymentFact(refundOf(1, { amountOre: 7 }), { by: 'webhook', event: null }, at);
  const before = await kinds();
  desk.turnTo(new Date('2025-08-01T08:00:00Z'));
  await housekeeping(null).round();
  expect(await kinds()).toEqual(before);
  await housekeeping({ summaryTo: null }).round();
  expect(await kinds()).toEqual([...before, 'pre-order-out']);
  await housekeeping({ summaryTo: 'shop@example.com' }).round();
  expect(await kinds()).toEqual([...before, 'pre-order-out', 'daily-summary']);
});

it('Letters are owed again after a site without a mail service has started on the same database', async () => {
  const owedSince = async () => (await desk.ledger.read(mailService)).owedSince;
  await desk.ledger.write([], () => noteMailService(true, hours(0)));
  const first = await owedSince();
  desk.turnTo(hours(5));
  const usual = housekeeping({ summaryTo: null });
  await usual.round();
  expect([await owedSince(), usual.warned]).toEqual([first, []]);
  await desk.ledger.write([], () => noteMailService(false, hours(5)));
  await housekeeping(null).round();
  expect(await owedSince()).toBeNull();
  // Whoever keeps the house for all may be the site without it.
  desk.ledger.asLeader = async () => false;
  const { round, warned } = housekeeping({ summaryTo: null });
  await round();
  expect([await owedSince(), warned]).toEqual([hours(4), [undefined]]);
});

it('The buyers of what was put off are told it where there is a mail service', async () => {
  await desk.ledger.write([], () => noteMailService(true, new Date(0)));
  await desk.sell(1, { lines: [{ productId: 'coc_aatt', priceOre: 25_000 }], totalOre: 25_000, paidAt: at });
  desk.turnTo(new Date(at.getTime() + 60_000));
  await housekeeping({ summaryTo: null }).round();
  const told = command("UPDATE announced_releases SET day = '2025-07-20' WHERE adventure_id = 'coc_aatt'");
  await desk.ledger.write([], () => told.run());
  const before = await kinds();
  await housekeeping(null).round();
  expect(await kinds()).toEqual(before);
  await housekeeping({ summaryTo: null }).round();
  expect(await kinds()).toEqual([...before, 'pre-order-put-off']);
});

it('One process of several keeps the house', async () => {
  const { identity, round } = housekeeping();
  const tasks: string[] = [];
  desk.ledger.asLeader = async (task) => {
    tasks.push(task);
    return false;
  };
  await signIn();
  desk.turnTo(hours(100));
  await round();
  expect(tasks).toEqual(['housekeeping']);
  expect(identity.asked).toEqual([]);
  expect(await desk.ledger.sessionsOf(anna.id)).toHaveLength(1);
});

it('Payment pages that were opened in one busy hour are deleted in parts, between which others are answered', async () => {
  const open = command(
    `INSERT INTO opened_checkouts (checkout_session_id, browser_hash, product_ids, opened_at, expires_at)
     VALUES (?, 'hash', '[]', ?, ?)`,
  );
  await desk.ledger.write([], function* () {
    for (let page = 0; page <= 2 * checkoutsAtOnce; page += 1)
      yield* open.run(`cs_${page}`, hours(-31 * 24), hours(-30 * 24));
  });
  const { amend } = desk.ledger;
  const counts: unknown[] = [];
  vi.spyOn(desk.ledger, 'amend').mockImplementation(async (script) => {
    const result = await amend(script);
    counts.push(result);
    return result;
  });
  await housekeeping().round();
  expect(counts.filter((count) => Number(count) > 0)).toEqual([checkoutsAtOnce, checkoutsAtOnce, 1]);
});
