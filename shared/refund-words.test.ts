import { describe, expect, it } from 'vitest';
import {
  awaitsCharge,
  awaitsFunds,
  awaitsOther,
  creditNoteText,
  refundText,
  refundWaitsText,
} from './refund-words.ts';

const text = (status: string) => refundText({ refundId: 're_1', amountOre: 12_550, currency: 'sek', status });

describe('What became of a refund', () => {
  it.each([
    ['succeeded', '125.50 SEK given back: re_1, succeeded.'],
    ['pending', '125.50 SEK given back: re_1, pending.'],
    ['failed', '125.50 SEK not given back: re_1 failed.'],
    ['canceled', '125.50 SEK not given back: re_1 canceled.'],
    [
      awaitsFunds,
      "125.50 SEK not given back yet: re_1 waits until the shop's balance at Stripe covers it: add money to it in Stripe's dashboard. Until it goes, what was bought stays unlocked.",
    ],
    [
      awaitsCharge,
      '125.50 SEK not given back yet: re_1 waits until the payment itself has settled. Until it goes, what was bought stays unlocked.',
    ],
    [
      awaitsOther,
      "125.50 SEK not given back yet: re_1 waits for something that Stripe's dashboard names. Until it goes, what was bought stays unlocked.",
    ],
    [
      'requires_action',
      '125.50 SEK not given back yet: re_1 waits for the buyer to say where the money is to go: Stripe has asked them. Until it goes, what was bought stays unlocked.',
    ],
  ])('is said of one that is %s', (status, said) => {
    expect(text(status)).toBe(said);
  });
});

it('Why something is not given back once more names the refund that waits, and for what', () => {
  expect(refundWaitsText('re_1', awaitsFunds)).toBe(
    "The refund re_1 is made and waits until the shop's balance at Stripe covers it: add money to it in Stripe's dashboard. It goes by itself then; a second one would be paid as well.",
  );
});

it('What is stored of a refund that waits keeps its name', () => {
  expect([awaitsFunds, awaitsCharge, awaitsOther]).toEqual([
    ...['pending_insufficient_funds', 'pending_charge_pending', 'pending_otherwise'],
  ]);
});

it('Who refunds an order with an invoice is told to correct it', () => {
  expect(creditNoteText('in_1')).toMatch(/^The invoice in_1 stays as it is: issue a credit note/);
});
