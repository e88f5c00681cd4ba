import { describe, expect, it } from 'vitest';
import { eraseOwner } from '#server/accounts/erasures.ts';
import { fulfilOrder } from '#server/buying/fulfil-order.ts';
import { mailOrderLinks } from '#server/buying/mail-order-links.ts';
import { unpaidWithdrawals } from '#server/buying/withdrawals.ts';
import { ownerLocks } from '#server/ledger/locks.ts';
import { command } from '#server/ledger/script.ts';
import { composeMail } from '#server/mailing/compose.ts';
import { writeDailySummary } from '#server/mailing/daily-summary.ts';
import { writePostponementLetters, writeReleaseLetters } from '#server/mailing/release-letters.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import { ordersOf } from '#server/operating/order-summaries.ts';
import { showToday } from '#server/operating/today.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, letGoOfLetters, removeOldLetters } from '#server/outbox/outbox.ts';
import { lettersInTrouble, lettersOfOrder, outboxFigures, sendAgain } from '#server/outbox/outbox-report.ts';
import { noMeters } from '#server/runtime.ts';
import { anna } from '#tests/support/accounts.ts';
import { noPapers, silentLog } from '#tests/support/ledger-verbs.ts';
import {
  days,
  eventOf,
  minutes,
  noon,
  refundOf,
  sessionOf,
  withdrawalOf,
} from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';
import { byWebhook, desk, openOutbox } from '../support/outbox.ts';

describe.each(engines)('the outbox on $engine', ({ open }) => {
  const outbox = openOutbox(open);
  const { withMail, buy, take, kinds, composed } = outbox;

  it('a withdrawal is acknowledged to whoever declared it, word for word', async () => {
    await withMail();
    await buy();
    await take();
    await outbox.verbs.recordWithdrawal(
      'cs_1',
      withdrawalOf({
        email: 'declared@example.com',
        confirmation: 'I withdraw,\nword for word',
        receivedAt: minutes(5),
      }),
    );
    const mail = (await composed(minutes(5)))[1];
    expect(mail).toMatchObject({
      to: 'declared@example.com',
      subject: 'We have received your withdrawal W-1',
    });
    expect(mail?.text).toContain('    I withdraw,\n    word for word');
    expect(mail?.text).toContain('reached us on 2 March 2026 at 13:05, Swedish time');
    expect(await outbox.ledger.read(unpaidWithdrawals)).toEqual([minutes(5)]);
    const needs = { ledger: outbox.ledger, clock: () => minutes(5), actor: 'operator:kim' } as const;
    expect((await showToday(needs, false)).attention).toMatchObject([{ order: { withdrawnOre: 25_000 } }]);
  });

  it.each([
    ['another address is told to the order’s own too', 'declared@example.com', [anna.email]],
    ['the order’s own address is told to no other', anna.email, []],
  ] as const)('a withdrawal with %s', async (_, email, told) => {
    await withMail();
    await buy();
    await take();
    await outbox.verbs.recordWithdrawal(
      'cs_1',
      withdrawalOf({ name: 'Mallory', email, receivedAt: minutes(5) }),
    );
    const mails = (await composed(minutes(5))).slice(1);
    expect(mails.map((mail) => mail?.to)).toEqual([email, ...told]);
    for (const mail of mails.slice(1)) expect(mail?.text).not.toMatch(/Mallory|declared@/);
  });

  it('a refund is told once, and not when it has failed meanwhile', async () => {
    await withMail();
    const refund = refundOf({ status: 'pending' });
    await outbox.verbs.recordPaymentFact(refund, byWebhook, noon);
    await buy();
    expect(await kinds()).toEqual(['order-confirmation cs_1', 'refund re_1']);
    await outbox.verbs.recordPaymentFact(
      { ...refund, status: 'succeeded', asOf: minutes(1) },
      byWebhook,
      minutes(1),
    );
    expect((await composed(minutes(2))).map((mail) => mail?.subject)).toEqual([
      'Your order: Lone Wolf The Fortress of Death',
      'We are paying you back 250 SEK',
    ]);
    await outbox.verbs.recordPaymentFact(
      { ...refund, status: 'failed', asOf: minutes(3) },
      byWebhook,
      minutes(3),
    );
    expect((await composed(minutes(4)))[1]).toBeNull();
  });

  it('a payment that is still on its way is told of, and that it failed, until the money is here', async () => {
    await withMail();
    const needs = {
      ledger: outbox.ledger,
      clock: () => noon,
      log: silentLog,
      metrics: noMeters,
      payments: noPapers,
    };
    const unpaid = sessionOf({ paymentStatus: 'unpaid' });
    await fulfilOrder(needs, unpaid, { by: 'webhook', event: eventOf() });
    expect(await composed()).toMatchObject([
      {
        to: anna.email,
        subject: 'Your payment is on its way: Lone Wolf The Fortress of Death',
        text: expect.stringContaining('250 SEK'),
      },
    ]);
    const failed = eventOf({ id: 'evt_2', type: 'checkout.session.async_payment_failed' });
    await fulfilOrder(needs, unpaid, { by: 'webhook', event: failed });
    expect((await composed(minutes(2))).map((mail) => mail?.subject)).toEqual([
      undefined,
      'Your payment failed: Lone Wolf The Fortress of Death',
    ]);
    await fulfilOrder(needs, sessionOf(), { by: 'webhook', event: eventOf({ id: 'evt_3' }) });
    expect((await composed(minutes(4))).map((mail) => mail?.subject)).toEqual([
      // Before the two that are not true any more: they are bulk.
      'Your order: Lone Wolf The Fortress of Death',
      undefined,
      undefined,
    ]);
  });

  it('a payment page that is only open is no news', async () => {
    await withMail();
    const needs = {
      ledger: outbox.ledger,
      clock: () => noon,
      log: silentLog,
      metrics: noMeters,
      payments: noPapers,
    };
    const open = sessionOf({ paymentStatus: 'unpaid', status: 'open' });
    await fulfilOrder(needs, open, { by: 'webhook', event: eventOf() });
    expect(await kinds()).toEqual([]);
  });

  it('the links of an address’s orders are mailed to it once a day, without what is kept of somebody erased', async () => {
    await withMail();
    await buy();
    await take();
    const ask = () => mailOrderLinks({ ledger: outbox.ledger, clock: () => noon }, anna.email);
    await ask();
    await ask();
    const [letter, ...more] = await take();
    expect(more).toEqual([]);
    const mail = () =>
      outbox.ledger.snapshot(() => composeMail(letter as NonNullable<typeof letter>, { ...desk, now: noon }));
    expect(await mail()).toMatchObject({ to: anna.email, text: expect.stringContaining('id=cs_1') });
    await outbox.ledger.write(ownerLocks(null, anna.email), () =>
      eraseOwner({ accountId: null, email: anna.email, until: noon }, 'customer_erased', byWebhook, noon),
    );
    expect(await mail()).toBeNull();
  });

  it('an order that moves is confirmed to the new address, and the old one told as little as it must', async () => {
    await withMail();
    await buy();
    const needs = { ledger: outbox.ledger, clock: () => minutes(1), actor: 'operator:kim' } as const;
    await moveOrder(needs, 'cs_1', 'right@example.com', 'typo');
    const mails = await composed(minutes(1));
    expect(mails.map((mail) => mail?.to)).toEqual(['right@example.com', anna.email]);
    expect(mails[0]?.text).toContain('YOUR RIGHT OF WITHDRAWAL');
    expect(mails[1]?.text).not.toMatch(/right@|cs_1|Fortress|250/);
    expect(await outbox.verbs.findOrder('cs_1')).toMatchObject({ confirmation: { delivery: 'waiting' } });
  });

  it('an old address that takes no mail is not written to again', async () => {
    await withMail();
    await buy();
    const [letter] = await take();
    await outbox.ledger.amend(() => endLetter(letter?.id ?? 0, 'refused', '550 5.1.1', noon));
    const needs = { ledger: outbox.ledger, clock: () => minutes(1), actor: 'operator:kim' } as const;
    await moveOrder(needs, 'cs_1', 'right@example.com', 'typo');
    expect((await composed(minutes(1))).map((mail) => mail?.to)).toEqual(['right@example.com']);
  });

  it('an old address is written to, though one that somebody declared a withdrawal with takes no mail', async () => {
    await withMail();
    await buy();
    await take();
    await outbox.verbs.recordWithdrawal(
      'cs_1',
      withdrawalOf({ name: 'Mallory', email: 'no-mailbox@example.com' }),
    );
    await outbox.ledger.amend(() => endLetter(2, 'refused', '550 5.1.1', noon));
    const needs = { ledger: outbox.ledger, clock: () => minutes(1), actor: 'operator:kim' } as const;
    await moveOrder(needs, 'cs_1', 'right@example.com', 'typo');
    const last = (await composed(minutes(1))).at(-1);
    expect(last?.subject).toBe('An order is no longer recorded for this address');
  });

  it('an address is told of its move, though the one before it did not take the mail that told it', async () => {
    await withMail();
    await buy();
    const moveTo = (to: string, at: Date) =>
      moveOrder({ ledger: outbox.ledger, clock: () => at, actor: 'operator:kim' }, 'cs_1', to, 'typo');
    await moveTo('wrong@example.com', minutes(1));
    const told = (await take(minutes(1))).find(({ kind }) => kind === 'order-moved');
    await outbox.ledger.amend(() => endLetter(told?.id ?? 0, 'refused', '550 5.1.1', minutes(2)));
    await moveTo('right@example.com', minutes(3));
    expect((await composed(minutes(3))).map((mail) => mail?.to)).toContain('wrong@example.com');
  });

  it('a corrected address that takes no mail is told so, though the confirmation had gone to the wrong one', async () => {
    await withMail();
    await buy({ consentText: 'at once' });
    const end = async (state: 'sent' | 'refused', at: Date) => {
      const [letter] = await take(at);
      await outbox.ledger.amend(() => endLetter(letter?.id ?? 0, state, null, at));
      return (await outbox.verbs.findOrder('cs_1'))?.confirmation?.delivery;
    };
    expect(await end('sent', noon)).toBe('sent');
    const needs = { ledger: outbox.ledger, clock: () => minutes(1), actor: 'operator:kim' } as const;
    await moveOrder(needs, 'cs_1', 'rihgt@example.com', 'typo');
    expect(await end('refused', minutes(1))).toBe('undelivered');
    // An older letter that is sent again goes to the present address.
    await outbox.ledger.amend(() => sendAgain(2, minutes(9)));
    expect((await outbox.verbs.findOrder('cs_1'))?.confirmation?.delivery).toBe('waiting');
  });

  it('a letter that did not arrive is no trouble any more once a newer one has taken its place', async () => {
    await withMail();
    await buy();
    const [letter] = await take();
    await outbox.ledger.amend(() => endLetter(letter?.id ?? 0, 'refused', '550 5.1.1', noon));
    const trouble = async () => ({
      ids: (await outbox.ledger.read(() => lettersInTrouble(minutes(2)))).map(({ id }) => id),
      refused: (await outbox.ledger.read(() => outboxFigures(minutes(2)))).refused,
      ofOrder: (
        await outbox.ledger.snapshot(() => ordersOf({ accountId: null, email: 'right@example.com' }))
      )[0]?.lettersInTrouble,
    });
    expect(await trouble()).toEqual({ ids: [1], refused: 1, ofOrder: undefined });
    const needs = { ledger: outbox.ledger, clock: () => minutes(1), actor: 'operator:kim' } as const;
    await moveOrder(needs, 'cs_1', 'right@example.com', 'typo');
    expect(await trouble()).toEqual({ ids: [], refused: 0, ofOrder: 0 });
  });

  it('an old address that takes mail is written to, though the one before it took none', async () => {
    await withMail();
    await buy();
    const [letter] = await take();
    await outbox.ledger.amend(() => endLetter(letter?.id ?? 0, 'refused', '550 5.1.1', noon));
    const move = (to: string, at: Date) =>
      moveOrder({ ledger: outbox.ledger, clock: () => at, actor: 'operator:kim' }, 'cs_1', to, 'typo');
    await move('strange@example.com', minutes(1));
    await move('right@example.com', minutes(2));
    expect((await composed(minutes(2))).map((mail) => mail?.to)).toEqual([
      'right@example.com',
      'strange@example.com',
    ]);
  });

  it('whoever had bought ahead is told on the day, once, unless it was paid back', async () => {
    await withMail();
    // Everything in the catalogue is out by now; the first day of the fortress is taken as today.
    const release = new Date('2025-03-28T08:00:00Z');
    await outbox.ledger.write([], () => noteMailService(false, noon));
    await outbox.ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
    const ahead = { productId: 'fod-pre-order', priceOre: 21_500 };
    const early = { lines: [ahead], totalOre: 21_500, paidAt: new Date('2025-03-01T00:00:00Z') };
    await buy(early);
    await buy({ ...early, checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await outbox.verbs.recordPaymentFact(
      refundOf({ paymentIntentId: 'pi_2', amountOre: 21_500 }),
      byWebhook,
      noon,
    );
    // Bought on the day itself, before it was that day in UTC.
    const onTheDay = { ...early, paidAt: new Date('2025-03-27T23:30:00Z') };
    await buy({ ...onTheDay, checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3' });
    await take(noon, 10);
    await writeReleaseLetters(outbox.ledger, release);
    await writeReleaseLetters(outbox.ledger, release);
    await outbox.ledger.amend(letGoOfLetters);
    const letters = (await take()).filter(({ kind }) => kind === 'pre-order-out');
    expect(letters.map(({ subject, bulk }) => [subject, bulk])).toEqual([
      ['cs_1 2025-03-28', true],
      ['cs_2 2025-03-28', true],
    ]);
    const mails = await Promise.all(
      letters.map((letter) => outbox.ledger.snapshot(() => composeMail(letter, { ...desk, now: release }))),
    );
    expect(mails.map((mail) => mail?.subject)).toEqual([
      'It is out: Lone Wolf The Fortress of Death',
      undefined,
    ]);
    // The address was refused, the operator sends it again: it says the same.
    const id = letters[0]?.id ?? 0;
    await outbox.ledger.amend(() => endLetter(id, 'refused', '550 5.1.1', noon));
    expect(await outbox.ledger.amend(() => sendAgain(id, minutes(9)))).toBe(true);
    const again = (await take(minutes(9))).filter((letter) => letter.id === id);
    expect(again).toMatchObject([{ details: null }]);
    const mailsAgain = await Promise.all(
      again.map((letter) => outbox.ledger.snapshot(() => composeMail(letter, { ...desk, now: release }))),
    );
    expect(mailsAgain).toEqual(mails.slice(0, 1));
  });

  it('whoever had bought ahead, for themselves or as a gift, is told once when the day is put off', async () => {
    await withMail();
    const at = new Date('2025-06-15T12:00:00Z');
    await outbox.ledger.write([], () => noteMailService(false, noon));
    await outbox.ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
    const ahead = { productId: 'coc_aatt', priceOre: 25_000 };
    const early = { lines: [ahead], totalOre: 25_000, paidAt: new Date('2025-06-01T12:00:00Z') };
    await buy(early);
    await buy({ ...early, checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', isGift: true });
    await buy({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3', paidAt: early.paidAt });
    // The first call records the release days; the announced one is changed then.
    await writePostponementLetters(outbox.ledger, early.paidAt);
    const told = command("UPDATE announced_releases SET day = '2025-07-01' WHERE adventure_id = 'coc_aatt'");
    await outbox.ledger.write([], () => told.run());
    await writePostponementLetters(outbox.ledger, at);
    await writePostponementLetters(outbox.ledger, at);
    await outbox.ledger.amend(letGoOfLetters);
    const letters = (await take()).filter(({ kind }) => kind === 'pre-order-put-off');
    expect(letters.map(({ subject }) => subject)).toEqual([
      'cs_1 2025-07-01 2025-08-01',
      'cs_2 2025-07-01 2025-08-01',
    ]);
  });

  it('the operator is told once a day what waits, in numbers', async () => {
    await withMail();
    const summary = (at: Date) => writeDailySummary(outbox.ledger, 'operator@example.com', at);
    await summary(noon);
    expect(await kinds()).toEqual([]);
    await buy({ lines: [{ productId: 'gone', priceOre: 25_000 }] });
    await take();
    await summary(new Date('2026-03-02T05:30:00Z'));
    expect(await kinds()).toEqual([]);
    await summary(noon);
    await summary(minutes(30));
    const mails = await composed(minutes(30));
    expect(mails.map((mail) => mail?.to)).toEqual([anna.email, 'operator@example.com']);
    expect(mails[1]?.text).toContain('- 1 × unknown product');
    expect(mails[1]?.text).not.toContain(anna.email);
  });

  it('whoever is erased gets one last letter, and nothing of the outbox says who that was', async () => {
    await withMail();
    await buy({ accountId: anna.id });
    await outbox.verbs.beginErasure({
      ...{ accountId: anna.id, email: anna.email, requestedAt: noon },
      accessTokenEncrypted: new Uint8Array(),
    });
    await outbox.verbs.completeErasure(anna.id, noon);
    const [letter, ...more] = await take();
    if (!letter) throw new Error('There is no letter');
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ kind: 'account-deleted', recipient: anna.email });
    expect(await outbox.ledger.snapshot(() => composeMail(letter, { ...desk, now: noon }))).toMatchObject({
      ...{ to: anna.email, subject: 'Your account is deleted' },
    });
    await outbox.ledger.amend(() => endLetter(letter.id, 'sent', null, noon));
    expect(await outbox.ledger.read(() => lettersOfOrder('cs_1'))).toMatchObject([{ state: 'dropped' }]);
    await outbox.ledger.amend(() => removeOldLetters(days(31)));
    // The order's letter stays with the order; it contains no address.
    expect(await outbox.ledger.read(() => lettersOfOrder('cs_1'))).toHaveLength(1);
  });
});
