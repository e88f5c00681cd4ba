import { describe, expect, it } from 'vitest';
import { text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { writeReleaseLetters } from '#server/mailing/release-letters.ts';
import { mailService, noteMailFault, noteMailService, tryOutbox } from '#server/outbox/mail-service.ts';
import {
  dropStrandedLetters,
  endLetter,
  letGoOfLetters,
  postponeLetter,
  putLetterBack,
  writeLetter,
} from '#server/outbox/outbox.ts';
import {
  lettersInTrouble,
  lettersOfOrder,
  outboxFigures,
  putOffLetters,
  sendAgain,
  sendAllAgain,
} from '#server/outbox/outbox-report.ts';
import { days, minutes, noon } from '#tests/support/small-shop.ts';
import { engines } from '../support/engines.ts';
import { openOutbox } from '../support/outbox.ts';

const addresses = query(
  "SELECT subject FROM letters WHERE recipient IS NOT NULL AND state = 'waiting' ORDER BY id",
  {
    subject: text,
  },
);

describe.each(engines)('the outbox on $engine', ({ open }) => {
  const outbox = openOutbox(open);
  const { withMail, buy, take, kinds } = outbox;

  it('nothing is written while there is no mail service, and nothing of that time later', async () => {
    await buy();
    await withMail();
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', paidAt: days(-1) });
    expect(await kinds()).toEqual([]);
    expect(await outbox.ledger.read(mailService)).toMatchObject({ owedSince: minutes(-60), fault: null });
    await outbox.ledger.write([], () => noteMailService(false, noon));
    await buy({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3' });
    expect(await kinds()).toEqual([]);
  });

  it('what waits when the mail service is switched off is dropped with its address 30 days after its day, unless it comes back', async () => {
    await withMail();
    const ofDay = (day: number) => ({
      ...{ subject: `1 ${day}`, recipient: 'bo@example.com' },
      ...{ happenedAt: noon, dueAt: days(day) },
    });
    await outbox.ledger.write([], function* () {
      for (const day of [0, 10]) yield* writeLetter({ ...ofDay(day), kind: 'gift' }, noon);
    });
    const waitingOn = async (day: number) => {
      await outbox.ledger.amend(() => dropStrandedLetters(days(day)));
      return (await outbox.ledger.read(() => addresses.all())).map(({ subject }) => subject);
    };
    expect(await waitingOn(99)).toEqual(['1 0', '1 10']);
    await outbox.ledger.write([], () => noteMailService(false, noon));
    expect([await waitingOn(29), await waitingOn(30)]).toEqual([['1 0', '1 10'], ['1 10']]);
    await outbox.ledger.write([], () => noteMailService(true, noon));
    expect(await waitingOn(99)).toEqual(['1 10']);
  });

  it('a purchase writes its confirmation once, however often it is recorded', async () => {
    await withMail();
    await outbox.ledger.write([], () => noteMailService(true, days(1)));
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
    await outbox.ledger.amend(letGoOfLetters);
    const [letter] = await take(minutes(1));
    if (!letter) throw new Error('There is no letter');
    expect(letter.tries).toBe(3);
    await outbox.ledger.amend(() => putLetterBack(letter.id, minutes(1)));
    expect(await take(minutes(1))).toMatchObject([{ tries: 3 }]);
    await outbox.ledger.amend(() => postponeLetter(letter.id, minutes(9), '451 4.7.1'));
    expect(await take(minutes(8))).toEqual([]);
    expect(await take(minutes(9))).toMatchObject([{ tries: 4 }]);
    await outbox.ledger.amend(() => endLetter(letter.id, 'sent', null, minutes(9)));
    expect(await take(days(9))).toEqual([]);
  });

  it('consent counts only once the confirmation has gone out, where there is a mail service', async () => {
    await buy({ consentText: 'I agree' });
    expect(await outbox.verbs.findOrder('cs_1')).toMatchObject({ confirmation: null });
    await withMail();
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2', consentText: 'I agree' });
    expect(await outbox.verbs.findOrder('cs_2')).toMatchObject({ confirmation: { delivery: 'waiting' } });
    const [letter] = await take();
    if (!letter) throw new Error('There is no letter');
    await outbox.ledger.amend(() => endLetter(letter.id, 'refused', '550 5.1.1', noon));
    expect(await outbox.verbs.findOrder('cs_2')).toMatchObject({ confirmation: { delivery: 'undelivered' } });
    expect(await outbox.ledger.read(() => lettersInTrouble(noon))).toMatchObject([
      { kind: 'order-confirmation', state: 'refused', fault: '550 5.1.1', checkoutSessionId: 'cs_2' },
    ]);
    expect(await outbox.ledger.amend(() => sendAgain(letter.id, noon))).toBe(true);
    expect(await outbox.ledger.amend(() => sendAgain(letter.id, noon))).toBe(false);
    await outbox.ledger.amend(() => endLetter(letter.id, 'sent', null, minutes(1)));
    expect(await outbox.verbs.findOrder('cs_2')).toMatchObject({ confirmation: { delivery: 'sent' } });
    expect(await outbox.ledger.read(() => lettersOfOrder('cs_2'))).toEqual([
      { kind: 'order-confirmation', state: 'sent', fault: null, writtenAt: noon, endedAt: minutes(1) },
    ]);
  });

  it('letters of many at once let those of single buyers go first', async () => {
    await outbox.ledger.write([], () => noteMailService(true, new Date('2025-01-01T00:00:00Z')));
    const ahead = { lines: [{ productId: 'fod-pre-order', priceOre: 21_500 }], totalOre: 21_500 };
    await buy({ ...ahead, paidAt: new Date('2025-03-01T00:00:00Z') });
    await outbox.ledger.amend(() => endLetter(1, 'sent', null, noon));
    await writeReleaseLetters(outbox.ledger, new Date('2025-03-28T08:00:00Z'));
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    expect(await kinds()).toEqual(['order-confirmation cs_2', 'pre-order-out cs_1 2025-03-28']);
  });

  it('counts what waits, since when, and what did not arrive', async () => {
    await withMail();
    expect(await outbox.ledger.read(() => outboxFigures(noon))).toEqual({
      ...{ waiting: 0, oldest: null, putOff: 0, refused: 0, dead: 0 },
    });
    await buy();
    await buy({ checkoutSessionId: 'cs_2', paymentIntentId: 'pi_2' });
    await buy({ checkoutSessionId: 'cs_3', paymentIntentId: 'pi_3' });
    await outbox.ledger.amend(() => endLetter(1, 'dead', '451', noon));
    await outbox.ledger.amend(() => endLetter(2, 'refused', '550', noon));
    expect(await outbox.ledger.read(() => outboxFigures(minutes(1)))).toEqual({
      ...{ waiting: 1, oldest: noon, putOff: 0, refused: 1, dead: 1 },
    });
    expect(await outbox.ledger.read(() => outboxFigures(days(40)))).toMatchObject({ refused: 0, dead: 0 });
    await outbox.ledger.amend(() => postponeLetter(3, minutes(60), '550 (RCPT TO)'));
    expect(await outbox.ledger.read(() => outboxFigures(minutes(15)))).toMatchObject({
      waiting: 1,
      putOff: 1,
    });
    expect(await outbox.ledger.read(() => putOffLetters(minutes(1)))).toEqual([
      { fault: '550 (RCPT TO)', letters: 1 },
    ]);
    expect(await outbox.ledger.amend(() => sendAllAgain(noon, minutes(2)))).toBe(2);
    expect(await outbox.ledger.read(() => outboxFigures(minutes(2)))).toMatchObject({
      ...{ waiting: 3, refused: 0, dead: 0 },
    });
  });

  it('remembers since when the mail service takes nothing', async () => {
    await withMail();
    await outbox.ledger.amend(() => noteMailFault('ECONNECTION', noon));
    await outbox.ledger.amend(() => noteMailFault('535 (signing in was refused)', minutes(1)));
    expect(await outbox.ledger.read(mailService)).toMatchObject({
      ...{ fault: '535 (signing in was refused)', faultSince: noon },
    });
    await outbox.ledger.amend(() => noteMailFault(null, minutes(2)));
    expect(await outbox.ledger.read(mailService)).toMatchObject({ fault: null, faultSince: null });
    expect(await outbox.ledger.amend(() => tryOutbox(noon))).toBe(1);
  });
});
