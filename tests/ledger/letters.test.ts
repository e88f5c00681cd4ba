import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fulfilOrder } from '#server/buying/fulfil-order.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { composeMail } from '#server/mailing/compose.ts';
import { writeDailySummary } from '#server/mailing/daily-summary.ts';
import { mailService, noteMailFault, noteMailService, tryOutbox } from '#server/mailing/mail-service.ts';
import {
  endLetter,
  letGoOfLetters,
  postponeLetter,
  putLetterBack,
  removeOldLetters,
  takeLetters,
} from '#server/mailing/outbox.ts';
import { lettersInTrouble, lettersOfOrder, outboxFigures, sendAgain } from '#server/mailing/outbox-report.ts';
import { writeReleaseLetters } from '#server/mailing/release-letters.ts';
import { shopFacts } from '#server/mailing/shop-facts.ts';
import { moveOrder } from '#server/operating/move-order.ts';
import { noMeters } from '#server/runtime.ts';
import { exampleFacts } from '#tests/support/example-facts.ts';
import { type LedgerVerbs, ledgerVerbs, noPapers, silentLog } from '#tests/support/ledger-verbs.ts';
import {
  anna,
  days,
  eventOf,
  minutes,
  noon,
  purchaseOf,
  refundOf,
  sessionOf,
} from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';

const byWebhook = { by: 'webhook', event: null } as const;

describe.each(engines)('the outbox on $engine', ({ open }) => {
  let ledger: Ledger;
  let verbs: LedgerVerbs;
  beforeEach(async () => {
    ledger = await open(() => noon);
    verbs = ledgerVerbs(ledger);
  });
  afterEach(() => ledger.close());

  const withMail = () => ledger.write([], () => noteMailService(true, noon));
  const buy = (over: Parameters<typeof purchaseOf>[0] = {}) =>
    verbs.recordPurchase(purchaseOf(over), ['fod'], byWebhook, noon);
  const take = (at = noon, most = 10) => ledger.write([], () => takeLetters(most, at, minutes(1, at)));
  const kinds = async (at = noon) => (await take(at)).map(({ kind, subject }) => `${kind} ${subject}`);
  const desk = { publicUrl: 'https://shop.example.org', facts: shopFacts(exampleFacts), claimUrl: null };
  const composed = async (at = noon) => {
    const letters = await take(at);
    return Promise.all(
      letters.map((letter) => ledger.snapshot(() => composeMail(letter, { ...desk, now: at }))),
    );
  };

  it('nothing is written while there is no mail service, and nothing of that time later', async () => {
    await buy();
    await withMail();
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', paidAt: days(-1) });
    expect(await kinds()).toEqual([]);
    expect(await ledger.read(mailService)).toMatchObject({ owedSince: minutes(-60), fault: null });
    await ledger.write([], () => noteMailService(false, noon));
    await buy({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3' });
    expect(await kinds()).toEqual([]);
  });

  it('a purchase writes its confirmation once, however often it is recorded', async () => {
    await withMail();
    await ledger.write([], () => noteMailService(true, days(1)));
    await buy();
    await buy();
    expect(await kinds()).toEqual(['order-confirmation cs_1']);
  });

  it('a letter is held by whoever takes it, until the hold runs out or is given up', async () => {
    await withMail();
    await buy();
    expect(await take()).toMatchObject([{ tries: 1, writtenAt: noon, recipient: null, bulk: false }]);
    expect(await take()).toEqual([]);
    expect(await take(minutes(1))).toMatchObject([{ tries: 2 }]);
    await ledger.amend(letGoOfLetters);
    const [letter] = await take(minutes(1));
    if (!letter) throw new Error('There is no letter');
    expect(letter.tries).toBe(3);
    await ledger.amend(() => putLetterBack(letter.id, minutes(1)));
    expect(await take(minutes(1))).toMatchObject([{ tries: 3 }]);
    await ledger.amend(() => postponeLetter(letter.id, minutes(9), '451 4.7.1'));
    expect(await take(minutes(8))).toEqual([]);
    expect(await take(minutes(9))).toMatchObject([{ tries: 4 }]);
    await ledger.amend(() => endLetter(letter.id, 'sent', null, minutes(9)));
    expect(await take(days(9))).toEqual([]);
  });

  it('consent counts only once the confirmation has gone out, where there is a mail service', async () => {
    await buy({ consentText: 'I agree' });
    expect(await verbs.findOrder('cs_1')).toMatchObject({ confirmation: null });
    await withMail();
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', consentText: 'I agree' });
    expect(await verbs.findOrder('cs_2')).toMatchObject({ confirmation: 'waiting' });
    const [letter] = await take();
    if (!letter) throw new Error('There is no letter');
    await ledger.amend(() => endLetter(letter.id, 'refused', '550 5.1.1', noon));
    expect(await verbs.findOrder('cs_2')).toMatchObject({ confirmation: 'undelivered' });
    expect(await ledger.read(() => lettersInTrouble(noon))).toMatchObject([
      { kind: 'order-confirmation', state: 'refused', fault: '550 5.1.1', checkoutSessionId: 'cs_2' },
    ]);
    expect(await ledger.amend(() => sendAgain(letter.id, noon))).toBe(true);
    expect(await ledger.amend(() => sendAgain(letter.id, noon))).toBe(false);
    await ledger.amend(() => endLetter(letter.id, 'sent', null, minutes(1)));
    expect(await verbs.findOrder('cs_2')).toMatchObject({ confirmation: 'sent' });
    expect(await ledger.read(() => lettersOfOrder('cs_2'))).toEqual([
      { kind: 'order-confirmation', state: 'sent', fault: null, writtenAt: noon, endedAt: minutes(1) },
    ]);
  });

  it('a withdrawal is acknowledged to whoever declared it, word for word', async () => {
    await withMail();
    await buy();
    await take();
    await verbs.recordWithdrawal('cs_1', {
      ...{ reference: 'W-1', name: 'Anna', email: 'declared@example.com', productIds: ['fod'] },
      ...{ refundOre: 25_000, confirmation: 'I withdraw,\nword for word', receivedAt: minutes(5) },
    });
    const mail = (await composed(minutes(5)))[1];
    expect(mail).toMatchObject({
      to: 'declared@example.com',
      subject: 'We have received your withdrawal W-1',
    });
    expect(mail?.text).toContain('    I withdraw,\n    word for word');
    expect(mail?.text).toContain('reached us on 2 March 2026 at 13:05, Swedish time');
  });

  it('a refund is told once, and not when it has failed meanwhile', async () => {
    await withMail();
    const refund = refundOf({ status: 'pending' });
    await verbs.recordPaymentFact(refund, byWebhook, noon);
    await buy();
    expect(await kinds()).toEqual(['order-confirmation cs_1', 'refund re_1']);
    await verbs.recordPaymentFact(
      { ...refund, status: 'succeeded', asOf: minutes(1) },
      byWebhook,
      minutes(1),
    );
    expect((await composed(minutes(2))).map((mail) => mail?.subject)).toEqual([
      'Your order: Lone Wolf The Fortress of Death',
      'We are paying you back 250 SEK',
    ]);
    await verbs.recordPaymentFact({ ...refund, status: 'failed', asOf: minutes(3) }, byWebhook, minutes(3));
    expect((await composed(minutes(4)))[1]).toBeNull();
  });

  it('a payment that is still on its way is told of, and that it failed, until the money is here', async () => {
    await withMail();
    const needs = { ledger, clock: () => noon, log: silentLog, metrics: noMeters, payments: noPapers };
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
      undefined,
      undefined,
      'Your order: Lone Wolf The Fortress of Death',
    ]);
  });

  it('a payment page that is only open is no news', async () => {
    await withMail();
    const needs = { ledger, clock: () => noon, log: silentLog, metrics: noMeters, payments: noPapers };
    const open = sessionOf({ paymentStatus: 'unpaid', status: 'open' });
    await fulfilOrder(needs, open, { by: 'webhook', event: eventOf() });
    expect(await kinds()).toEqual([]);
  });

  it('an order that moves is confirmed to the new address, and the old one told as little as it must', async () => {
    await withMail();
    await buy();
    const needs = { ledger, clock: () => minutes(1), actor: 'operator:kim' } as const;
    await moveOrder(needs, 'cs_1', 'right@example.com', 'typo');
    const mails = await composed(minutes(1));
    expect(mails.map((mail) => mail?.to)).toEqual(['right@example.com', anna.email]);
    expect(mails[0]?.text).toContain('YOUR RIGHT OF WITHDRAWAL');
    expect(mails[1]?.text).not.toMatch(/right@|cs_1|Fortress|250/);
    expect(await verbs.findOrder('cs_1')).toMatchObject({ confirmation: 'waiting' });
  });

  it('an old address that takes no mail is not written to again', async () => {
    await withMail();
    await buy();
    const [letter] = await take();
    await ledger.amend(() => endLetter(letter?.id ?? 0, 'refused', '550 5.1.1', noon));
    const needs = { ledger, clock: () => minutes(1), actor: 'operator:kim' } as const;
    await moveOrder(needs, 'cs_1', 'right@example.com', 'typo');
    expect((await composed(minutes(1))).map((mail) => mail?.to)).toEqual(['right@example.com']);
  });

  it('whoever had bought ahead is told on the day, once, unless it was paid back', async () => {
    await withMail();
    // Everything in the catalogue is out by now; the first day of the fortress is taken as today.
    const release = new Date('2025-03-28T08:00:00Z');
    await ledger.write([], () => noteMailService(false, noon));
    await ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
    const ahead = { productId: 'fod-pre-order', priceOre: 21_500 };
    const early = { lines: [ahead], totalOre: 21_500, paidAt: new Date('2025-03-01T00:00:00Z') };
    await buy(early);
    await buy({ ...early, checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await verbs.recordPaymentFact(refundOf({ paymentIntentId: 'pi_2', amountOre: 21_500 }), byWebhook, noon);
    // Bought on the day itself, before it was that day in UTC.
    const onTheDay = { ...early, paidAt: new Date('2025-03-27T23:30:00Z') };
    await buy({ ...onTheDay, checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3' });
    await take(noon, 10);
    await writeReleaseLetters(ledger, release);
    await writeReleaseLetters(ledger, release);
    await ledger.amend(letGoOfLetters);
    const letters = (await take()).filter(({ kind }) => kind === 'pre-order-out');
    expect(letters.map(({ subject, bulk }) => [subject, bulk])).toEqual([
      ['cs_1 2025-03-28', true],
      ['cs_2 2025-03-28', true],
    ]);
    const mails = await Promise.all(
      letters.map((letter) => ledger.snapshot(() => composeMail(letter, { ...desk, now: release }))),
    );
    expect(mails.map((mail) => mail?.subject)).toEqual([
      'It is out: Lone Wolf The Fortress of Death',
      undefined,
    ]);
  });

  it('letters of many at once let those of single buyers go first', async () => {
    await ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
    const ahead = { lines: [{ productId: 'fod-pre-order', priceOre: 21_500 }], totalOre: 21_500 };
    await buy({ ...ahead, paidAt: new Date('2025-03-01T00:00:00Z') });
    await ledger.amend(() => endLetter(1, 'sent', null, noon));
    await writeReleaseLetters(ledger, new Date('2025-03-28T08:00:00Z'));
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    expect(await kinds()).toEqual(['order-confirmation cs_2', 'pre-order-out cs_1 2025-03-28']);
  });

  it('the operator is told once a day what waits, in numbers', async () => {
    await withMail();
    const summary = (at: Date) => writeDailySummary(ledger, 'operator@example.com', at);
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
    await verbs.beginErasure({
      ...{ accountId: anna.id, email: anna.email, requestedAt: noon },
      accessTokenEncrypted: new Uint8Array(),
    });
    await verbs.completeErasure(anna.id, noon);
    const [letter, ...more] = await take();
    if (!letter) throw new Error('There is no letter');
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ kind: 'account-deleted', recipient: anna.email });
    expect(await ledger.snapshot(() => composeMail(letter, { ...desk, now: noon }))).toMatchObject({
      ...{ to: anna.email, subject: 'Your account is deleted' },
    });
    await ledger.amend(() => endLetter(letter.id, 'sent', null, noon));
    expect(await ledger.read(() => lettersOfOrder('cs_1'))).toMatchObject([{ state: 'dropped' }]);
    await ledger.amend(() => removeOldLetters(days(31)));
    // The order's stays, with the order; it holds no address.
    expect(await ledger.read(() => lettersOfOrder('cs_1'))).toHaveLength(1);
  });

  it('counts what waits, since when, and what did not arrive', async () => {
    await withMail();
    expect(await ledger.read(() => outboxFigures(noon))).toEqual({
      ...{ waiting: 0, oldest: null, refused: 0, dead: 0 },
    });
    await buy();
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await buy({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3' });
    await ledger.amend(() => endLetter(1, 'dead', '451', noon));
    await ledger.amend(() => endLetter(2, 'refused', '550', noon));
    expect(await ledger.read(() => outboxFigures(minutes(1)))).toEqual({
      ...{ waiting: 1, oldest: noon, refused: 1, dead: 1 },
    });
    expect(await ledger.read(() => outboxFigures(days(40)))).toMatchObject({ refused: 0, dead: 0 });
  });

  it('remembers since when the mail service takes nothing', async () => {
    await withMail();
    await ledger.amend(() => noteMailFault('ECONNECTION', noon));
    await ledger.amend(() => noteMailFault('535 (signing in was refused)', minutes(1)));
    expect(await ledger.read(mailService)).toMatchObject({
      ...{ fault: '535 (signing in was refused)', faultSince: noon },
    });
    await ledger.amend(() => noteMailFault(null, minutes(2)));
    expect(await ledger.read(mailService)).toMatchObject({ fault: null, faultSince: null });
    expect(await ledger.amend(() => tryOutbox(noon))).toBe(1);
  });
});
