import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressLock } from '#server/ledger/locks.ts';
import { text } from '#server/ledger/rows.ts';
import { command } from '#server/ledger/script.ts';
import { anna } from '#tests/support/accounts.ts';
import { type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import {
  countLetterTo,
  countLocks,
  forgetCountsOf,
  mostLettersToAddress,
  removeOldAddressLetters,
  uncountLetterTo,
} from './address-letters.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});

const tagged = 'anna+shop@example.com';
const letter = { kind: 'order-links', subject: 's', recipient: anna.email, day: '2026-03-02' } as const;
const count = (over: Partial<Parameters<typeof countLetterTo>[0]> = {}) =>
  shop.ledger.write([], () => countLetterTo({ ...letter, ...over }));
/** Uses up what an address may get that day. */
const useUp = async (over: Parameters<typeof count>[0] = {}) => {
  for (let n = 1; n <= mostLettersToAddress; n++)
    expect(await count({ ...over, subject: `${n}` })).toBe(true);
};
const counted = () =>
  shop.rows('SELECT {columns} FROM address_letters ORDER BY day, subject', { subject: text, day: text });

describe('letters to an address that may not have asked for them', () => {
  it('are written up to five a day', async () => {
    await useUp();
    expect(await count({ subject: 'one more' })).toBe(false);
    expect(await counted()).toHaveLength(5);
  });

  it('are counted for each kind, day and address apart', async () => {
    await useUp();
    expect(await count({ kind: 'payment-failed' })).toBe(true);
    expect(await count({ subject: 'tomorrow', day: '2026-03-03' })).toBe(true);
    expect(await count({ subject: 'to another', recipient: 'bo@example.com' })).toBe(true);
  });

  it('count once, however often one is written, and one that was counted may be written again', async () => {
    await useUp();
    expect(await count({ subject: '5' })).toBe(true);
    expect(await counted()).toHaveLength(5);
  });

  it('count in the mailbox that addresses with a tag share', async () => {
    await useUp({ recipient: tagged });
    expect(await count({ subject: 'one more', recipient: 'anna+other@example.com' })).toBe(false);
    expect(await count({ subject: 'one more' })).toBe(false);
  });

  it.each([
    ['+anna@example.com', '+bo@example.com'],
    ['anna@a+b.example', 'anna@a+c.example'],
  ])('count apart where the plus is part of the name or the host: %s and %s', async (one, other) => {
    await useUp({ recipient: one });
    expect(await count({ subject: 'one more', recipient: other })).toBe(true);
  });

  it('leave no address behind', async () => {
    await count({ recipient: tagged });
    const digests = await shop.rows('SELECT {columns} FROM address_letters', { recipientHash: text });
    expect(digests).toEqual([{ recipientHash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('are counted under the locks of the address and of its mailbox', () => {
    expect(countLocks(tagged)).toEqual([addressLock(tagged), addressLock(anna.email)]);
    expect(countLocks(anna.email)).toEqual([addressLock(anna.email)]);
  });
});

describe('the count of a letter', () => {
  it('is taken back when the letter will not be sent', async () => {
    await useUp();
    expect(await shop.ledger.amend(() => uncountLetterTo('payment-failed', '1'))).toBe(0);
    expect(await shop.ledger.amend(() => uncountLetterTo('order-links', '1'))).toBe(1);
    expect(await count({ subject: 'one more' })).toBe(true);
  });

  it('is removed after its day', async () => {
    await count();
    await count({ subject: 'today', day: '2026-03-03' });
    expect(await shop.ledger.amend(() => removeOldAddressLetters('2026-03-03'))).toBe(1);
    expect(await counted()).toEqual([{ subject: 'today', day: '2026-03-03' }]);
  });

  it('is removed with whoever is erased, also where it was counted under the address with its tag', async () => {
    const insert = command(
      "INSERT INTO address_letters (kind, subject, recipient_hash, day) VALUES ('gift', 'earlier', ?, '2027-01-06')",
    );
    await shop.ledger.amend(() => insert.run(hash('sha256', tagged)));
    await count({ recipient: tagged });
    await count({ subject: 'to another', recipient: 'bo@example.com' });
    expect(await shop.ledger.amend(() => forgetCountsOf(tagged))).toBe(2);
    expect(await counted()).toMatchObject([{ subject: 'to another' }]);
  });
});
