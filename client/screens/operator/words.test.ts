import { expect, it } from 'vitest';
import {
  codeStanding,
  foundOrdersText,
  lastDayText,
  orderText,
  recordText,
  shopDayOf,
  shopMomentText,
} from './words.ts';

it('A moment is shown on the day and at the time of the books: what is sold at the turn of the year is not in two years', () => {
  expect(shopMomentText('2026-12-31T23:30:59.000Z')).toBe('2027-01-01 00:30');
  expect(shopDayOf('2026-12-31T23:30:59.000Z')).toBe('2027-01-01');
});

it('Two orders of one day are told apart by their time, and by what was bought', () => {
  expect(orderText({ paidAt: '2026-11-30T11:01:59.000Z', productIds: ['fist', 'left'] })).toBe(
    "2026-11-30 12:01: Steve Jackson's F.I.S.T. (fist), left",
  );
});

it('The last day of a code is the one that was named for it', () => {
  expect(lastDayText('2027-01-31T23:59:59.999Z')).toBe('2027-01-31 (UTC)');
});

it.each([
  ['1 of 2 uses left', {}],
  ['Used up', { mostRedemptions: 1 }],
  // Whoever types it is refused, however many uses are left.
  ['Expired', { expired: true }],
  ['Revoked 2027-01-01 00:30', { expired: true, revokedAt: '2026-12-31T23:30:59.000Z' }],
])('Of a code the desk says: %s', (words, over) => {
  const code = { revokedAt: null, expired: false, redemptions: ['one'], mostRedemptions: 2 };
  expect(codeStanding({ ...code, ...over })).toBe(words);
});

it('A record with more actions than it shows does not give the number that it shows as theirs', () => {
  expect([0, 1, 99, 100].map((count) => recordText(count, 100))).toEqual([
    ...['0 actions, the newest first.', '1 action, the newest first.', '99 actions, the newest first.'],
    'The newest 100 actions.',
  ]);
});

it('A search that found more orders than it shows says so, and does not give the number that it shows as theirs', () => {
  const found = (count: number, text: string, more = false) =>
    foundOrdersText({ text, orders: Array.from({ length: count }), more });
  expect(found(0, 'bo')).toBe('No order with “bo”.');
  expect(found(1, 'bo')).toBe('One order with “bo”.');
  expect(found(50, 'bo')).toBe('50 orders with “bo”.');
  expect(found(50, 'bo', true)).toBe('The newest 50 of more with “bo”.');
  expect(found(50, '', true)).toBe('The newest 50 of more, the newest first.');
});
