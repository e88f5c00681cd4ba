import { expect, it } from 'vitest';
import { type GiftStanding, giftStandingText } from './gift-standing.ts';

const unsent = { openedAt: null, recipient: null, sendOn: null, letter: null } as const;
const mailed = { ...unsent, recipient: 'b•••@example.com' } as const;

it.each<[GiftStanding, string]>([
  [unsent, 'not opened yet, and not sent by mail'],
  [{ ...mailed, letter: 'waiting' }, 'letter to b•••@example.com waits in the outbox'],
  [{ ...mailed, letter: 'waiting', sendOn: '2026-12-24' }, 'waits in the outbox; its day is 2026-12-24'],
  [{ ...mailed, letter: 'sent' }, 'has gone out'],
  [{ ...mailed, letter: 'undelivered' }, 'did not arrive. Its buyer names another address'],
  [{ ...unsent, letter: 'sent' }, 'an address that was erased'],
  // Midnight has passed in Stockholm.
  [{ ...mailed, letter: 'sent', openedAt: '2026-07-01T22:30:00.000Z' }, 'opened on 2026-07-02'],
])('Operators read where a gift stands: %j', (gift, words) => {
  expect(giftStandingText(gift)).toContain(words);
});
