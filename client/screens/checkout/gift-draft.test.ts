import { expect, it } from 'vitest';
import type { GiftCard } from '#shared/api/orders.ts';
import { mayHaveLetter } from './gift-draft.ts';

const card = {
  ...{ recipient: 'bo@example.com', sendOn: '2026-12-24', sender: null, message: null, lettersWritten: 10 },
} as const;

it.each<[Pick<GiftCard, 'letter' | 'lettersLeft'>, boolean]>([
  [{ letter: 'sent', lettersLeft: 1 }, true],
  [{ letter: null, lettersLeft: 1 }, true],
  // Otherwise a mended word would make a card to print of it, and nobody would be sent anything.
  [{ letter: 'waiting', lettersLeft: 0 }, true],
  [{ letter: 'sent', lettersLeft: 0 }, false],
  [{ letter: 'undelivered', lettersLeft: 0 }, false],
])('A gift with %j can be mailed: %s', (letter, may) => {
  expect(mayHaveLetter({ ...card, ...letter })).toBe(may);
});
