import { describe, expect, it } from 'vitest';
import type { RecordedOrder } from '#server/buying/records.ts';
import { deskAt, orderOf, said, unopened, which, withdrawnFrom } from '#tests/support/letter-words.ts';
import { days, disputeOf, minutes, noon, refundOf } from '#tests/support/small-shop.ts';
import { rightOfWithdrawal } from './right-of-withdrawal.ts';

const fod = 'Lone Wolf The Fortress of Death';
const coc = 'Call of Cthulhu: Alone Against the Tide (Pre-Order)';
/** Everything that this part may say about a right; what is paid on 2 March 2026 has it until the 16th. */
const words = {
  agreed: 'When you paid, you agreed to this:',
  consent: 'I agree',
  endedByConsent:
    /: you asked for it at once, knowing that the right of withdrawal ends with that\. It was unlocked, and with this confirmation the right has ended\.$/,
  endedByTime: /: the right of withdrawal ended on 16 March 2026\.$/,
  gift: /: it is a gift\. You may withdraw until somebody has opened it, /,
  linkEnds: /, without saying why\. Once you have withdrawn, its link opens nothing any more\.$/,
  ahead: /: you may withdraw until the day it comes out, /,
  inAnyCase: /, and in any case until 16 March 2026, without saying why\./,
  fortnight:
    /: you may withdraw from this contract within 14 days, without saying why\. The last day is 16 March 2026\.$/,
  atAnyTime:
    /: while you have this by another order, you may withdraw from this one at any time and get this payment back; what you have stays unlocked\. If you open only this one in the app, it is the other order that you may withdraw from\.$/,
  how: /^To withdraw, tell us so clearly: on the page of your order, with the button "Withdraw from contract here", or by mail to support@example\.com\. It is enough that you send it before the time is over\. You may use these words, but need not:$/,
  form: /^I withdraw from my contract for /m,
  payBack:
    /^If you withdraw, we pay back what you paid for it, within 14 days of hearing from you, by the means you paid with and at no cost to you\./,
  nothingLocked: / at no cost to you\.$/,
  lockedAgain: / at no cost to you\. With the money, what you withdrew from is locked again\.$/,
};
const told = (order: RecordedOrder, now = noon) =>
  which({ parts: rightOfWithdrawal(order, deskAt(now)) }, words);
/** Ahead of the release of Call of Cthulhu on 1 August 2025. */
const ahead = new Date('2025-07-01T12:00:00Z');
const consent = { consentText: 'I agree' };
const repeats = { checkoutSessionId: 'cs_0', accountId: null, paidAt: minutes(-60) };
const howTo = ['how', 'form', 'payBack'];
const opened = { ...unopened, openedAt: noon };

describe('the right of withdrawal is told as it is once the letter is sent', () => {
  it.each<[state: string, order: RecordedOrder, now: Date, told: string[]]>([
    ['without consent', orderOf(['fod']), noon, ['fortnight', ...howTo, 'lockedAgain']],
    [
      'with consent, which this letter confirms',
      orderOf(['fod'], {}, consent),
      noon,
      ['agreed', 'consent', 'endedByConsent'],
    ],
    ['without consent, when its time is over', orderOf(['fod']), days(15), ['endedByTime']],
    [
      'of what is still to come, with consent',
      orderOf(['coc_aatt'], {}, consent),
      ahead,
      ['agreed', 'consent', 'ahead', ...howTo, 'lockedAgain'],
    ],
    [
      'of what is still to come, without consent',
      orderOf(['coc_aatt']),
      ahead,
      ['ahead', 'inAnyCase', ...howTo, 'lockedAgain'],
    ],
    [
      'of a gift that waits, with consent',
      orderOf(['fod'], { gift: unopened }, consent),
      noon,
      ['agreed', 'consent', 'gift', 'linkEnds', ...howTo, 'nothingLocked'],
    ],
    [
      'of a gift that waits, without consent',
      orderOf(['fod'], { gift: unopened }),
      noon,
      ['gift', 'linkEnds', 'inAnyCase', ...howTo, 'nothingLocked'],
    ],
    [
      'of a gift that waits and is still to come: opening ends it, not the day',
      orderOf(['coc_aatt'], { gift: unopened }),
      ahead,
      ['gift', 'linkEnds', 'inAnyCase', ...howTo, 'nothingLocked'],
    ],
    [
      'of a gift that was opened, with consent',
      orderOf(['fod'], { gift: opened }, consent),
      noon,
      ['agreed', 'consent', 'endedByConsent'],
    ],
    [
      'of a gift that was opened, without consent',
      orderOf(['fod'], { gift: opened }),
      noon,
      ['fortnight', ...howTo, 'lockedAgain'],
    ],
    [
      'of what was paid twice: at any time, and nothing is locked again',
      orderOf(['fod'], { repeats }, consent),
      days(60),
      ['agreed', 'consent', 'atAnyTime', ...howTo, 'nothingLocked'],
    ],
    [
      'of what was paid twice and is still to come: at any time as well',
      orderOf(['coc_aatt'], { repeats }),
      ahead,
      ['atAnyTime', ...howTo, 'nothingLocked'],
    ],
    ['of what was withdrawn from already', orderOf(['fod'], { withdrawal: withdrawnFrom('fod') }), noon, []],
    [
      'of an order that the bank looks into: a dispute ends no contract',
      orderOf(['fod'], { disputes: [disputeOf()] }),
      noon,
      ['fortnight', ...howTo, 'lockedAgain'],
    ],
    [
      'of what was given back by name',
      orderOf(['fod', 'fist'], { refunds: [refundOf({ productIds: ['fod', 'fist'] })] }),
      noon,
      [],
    ],
  ])('%s', (_state, order, now, expected) => {
    expect(told(order, now).toSorted()).toEqual(expected.toSorted());
  });

  it('names for each right the products that it covers', () => {
    const order = orderOf(['fod', 'coc_aatt'], {}, { ...consent, paidAt: ahead });
    const lines = said({ parts: rightOfWithdrawal(order, deskAt(ahead)) });
    expect(lines).toContainEqual(expect.stringMatching(`^${fod}: you asked for it at once`));
    expect(lines).toContainEqual(expect.stringContaining(`${coc}: you may withdraw until the day`));
    expect(lines.join('\n')).toContain(`I withdraw from my contract for ${coc},\nordered on 1 July 2025`);
    const without = orderOf(['fod', 'coc_aatt'], {}, { paidAt: ahead });
    expect(said({ parts: rightOfWithdrawal(without, deskAt(ahead)) })).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${coc}: you may withdraw until the day`),
        expect.stringMatching(`^${fod}: you may withdraw from this contract within 14 days`),
      ]),
    );
  });

  it('does not say of what was withdrawn from before the consent was confirmed that its right has ended', () => {
    const order = orderOf(['fod', 'fist'], { withdrawal: withdrawnFrom('fod') }, consent);
    const ended = said({ parts: rightOfWithdrawal(order, deskAt(noon)) }).filter((line) =>
      line.includes('the right has ended'),
    );
    expect(ended).toEqual([expect.stringMatching(/^Steve Jackson's F\.I\.S\.T\.: you asked/)]);
  });

  it('names the day on which it ended without consent, in a letter that comes late', () => {
    const lines = said({ parts: rightOfWithdrawal(orderOf(['fod']), deskAt(days(20))) });
    expect(lines).toContain(`${fod}: the right of withdrawal ended on 16 March 2026.`);
  });
});

describe('the words with which to withdraw', () => {
  const lines = said({
    parts: rightOfWithdrawal(
      orderOf(['fod'], {}, { paidAt: new Date('2026-03-01T23:30:00Z') }),
      deskAt(noon),
    ),
  });

  it('name the company, the product, the order, and its day in Stockholm', () => {
    expect(lines).toContain(
      [
        'To Black Ether Audio AB, support@example.com:',
        `I withdraw from my contract for ${fod},`,
        'ordered on 2 March 2026, order cs_1.',
        'My name, my address, today’s date.',
      ].join('\n'),
    );
  });
});

it('The part about withdrawing has a heading, and ends with the page that says it at any time', () => {
  const parts = rightOfWithdrawal(orderOf(['fod']), deskAt(noon));
  expect(parts[0]).toEqual({ kind: 'heading', text: 'Your right of withdrawal' });
  expect(parts.at(-1)).toBe('Who may withdraw, and how: https://shop.example.org/shop/withdraw');
});

it('What the buyer agreed to is quoted as it was agreed to', () => {
  const parts = rightOfWithdrawal(orderOf(['fod'], {}, consent), deskAt(noon));
  expect(parts[2]).toEqual({ kind: 'quote', text: 'I agree' });
});
