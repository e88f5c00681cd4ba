import { describe, expect, it } from 'vitest';
import { adventureIds } from '#shared/unlocks.ts';
import {
  checkedCount,
  checkedEmail,
  checkedExpiry,
  checkedReason,
  checkedUnlocks,
  withoutAddresses,
} from './checked-input.ts';
import { customerKey, keyText } from './customer-key.ts';

const refusal = (code: string, message: string, field?: string) =>
  expect.objectContaining({ name: 'Refusal', code, message, field });

it('An address is taken in the form in which it is kept, and refused with the words that were typed', () => {
  for (const typed of [' Anna@Example.COM ', 'Anna <anna@example.com>'])
    expect(checkedEmail(typed)).toBe('anna@example.com');
  expect(() => checkedEmail(' Anna@ ')).toThrow(
    refusal('invalid_email', '" Anna@ " is no e-mail address.', 'email'),
  );
});

it('A change needs a reason: whoever looks at it later needs one', () => {
  expect(checkedReason(' lost her phone ')).toBe('lost her phone');
  expect(() => checkedReason(' \t')).toThrow(
    refusal('invalid_request', 'Say why, in a few words.', 'reason'),
  );
});

it('A reason is kept with its addresses masked, because no erasure looks for them there', () => {
  expect(checkedReason('asked by annika@example.com, then from <Anni.P+x@mail.example.se>.')).toBe(
    'asked by a•••@example.com, then from <A•••@mail.example.se>.',
  );
  expect(checkedReason('from:ågot@exämple.se "bo@example.com"; @home, 2 @ 50 kr')).toBe(
    'from:å•••@exämple.se "b•••@example.com"; @home, 2 @ 50 kr',
  );
  for (const masked of ['a•••@example.com', '=•••@example.com'])
    expect(withoutAddresses(masked)).toBe(masked);
  expect(withoutAddresses('annika@example.com backers.csv')).toBe('a•••@example.com backers.csv');
});

it('Only what can be unlocked is unlocked, each once, in the order in which it was named', () => {
  expect(checkedUnlocks(['fist', 'fod', 'fist'])).toEqual(['fist', 'fod']);
  const all = adventureIds.join(', ');
  expect(() => checkedUnlocks([])).toThrow(
    refusal('invalid_request', `Say what the codes unlock: ${all}.`, 'unlocks'),
  );
  expect(() => checkedUnlocks(['fod', 'moon'])).toThrow(
    refusal('invalid_request', `Nothing is called moon: ${all}.`, 'unlocks'),
  );
});

it('A count is a whole number from 1 to the most', () => {
  for (const count of [1, 2, 5]) expect(() => checkedCount(count, 5, 'uses')).not.toThrow();
  for (const count of [0, -1, 6, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => checkedCount(count, 5, 'uses')).toThrow(
      refusal('invalid_request', 'Expected a whole number from 1 to 5.', 'uses'),
    );
  }
});

describe('A moment', () => {
  it.each([
    ['2027-01-31', '2027-01-31T23:59:59.999Z'],
    ['2028-02-29', '2028-02-29T23:59:59.999Z'],
    ['2027-01-31T10:00:00Z', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T10:00:00+02:00', '2027-01-31T08:00:00.000Z'],
    ['2027-01-31T10:00:00.250-01:30', '2027-01-31T11:30:00.250Z'],
    ['2027-01-31 10:00', '2027-01-31T10:00:00.000Z'],
    ['2027-07-31T10:00:59', '2027-07-31T10:00:59.000Z'],
  ])('%s is %s: a day still counts until its end, UTC', (typed, moment) => {
    expect(checkedExpiry(typed).toISOString()).toBe(moment);
  });

  it.each([
    ...[
      '',
      'tomorrow',
      '31 Jan 2027',
      '2027-02-30',
      '2027-02-30T10:00Z',
      '2027-13-01',
      '2027-01-31 or so',
      '2027-01-31junk',
      '2027-01-31 (about)',
      '2027-01-31T25:00',
      '2027-01-31T10:00 CET',
      '+002027-01-31',
    ],
    ...['2027-1-31', '27-01-31', '2027-01-3'],
  ])('%j is none', (typed) => {
    expect(() => checkedExpiry(typed)).toThrow(
      refusal('invalid_request', `Expected a day such as 2027-01-31, not "${typed}".`, 'expiresAt'),
    );
  });
});

it('A customer is named by an address or by an account id', () => {
  for (const typed of [' Anna@Example.com', 'mailto:anna@example.com'])
    expect(customerKey(typed)).toEqual({ accountId: null, email: 'anna@example.com' });
  expect(customerKey(' sub-Anna ')).toEqual({ accountId: 'sub-Anna', email: null });
  const accountId = 'a11a5eed-0000-4000-8000-000000000001';
  expect(customerKey(accountId.toUpperCase())).toEqual({ accountId, email: null });
  for (const slip of ['anna@', 'anna@example', 'an na@example.com', 'a@b@example.com'])
    expect(() => customerKey(slip)).toThrow(
      refusal(
        'invalid_email',
        `"${slip}" is no whole e-mail address. "orders find" takes a part of one.`,
        'email',
      ),
    );
  expect(() => customerKey(' ')).toThrow(
    refusal('invalid_request', 'Name an e-mail address or an account id.'),
  );
  for (const slip of ['anna.example.com', 'anna berg']) {
    expect(() => customerKey(slip)).toThrow(
      refusal(
        'invalid_request',
        `"${slip}" is neither an e-mail address, which has an @, nor an account id, of letters, digits and hyphens.`,
      ),
    );
  }
  expect([keyText(customerKey('a@b.se')), keyText(customerKey('sub-1'))]).toEqual(['a@b.se', 'sub-1']);
});
