import type { RecordedOrder, Withdrawal } from '#server/buying/records.ts';
import type { Desk, Letter, Part } from '#server/mailing/letters/letter.ts';
import type { Gift } from '#server/owning/gifts.ts';
import type { OrderGrant } from '#server/owning/grants.ts';
import { exampleFacts } from './example-facts.ts';
import { minutes, noon, purchaseOf, withdrawalOf } from './small-shop.ts';

/** Orders as letters are made from them, and what a letter says. */

export const deskAt = (now: Date, over: Partial<Desk> = {}): Desk => ({
  ...{ publicUrl: 'https://shop.example.org', facts: exampleFacts, claimUrl: null, now },
  ...over,
});

export const grantOf = (adventureId: string, over: Partial<OrderGrant> = {}): OrderGrant => ({
  ...{ id: 1, adventureId, accountId: null, withheldReason: null, revokedReason: null, grantedAt: noon },
  ...over,
});

/** Lines of an order, at 250 SEK each. */
export const linesOf = (...productIds: string[]) =>
  productIds.map((productId) => ({ productId, priceOre: 25_000 }));

/** An order of these products at 250 SEK each, which unlocks nothing in the ledger. */
export const orderOf = (
  productIds: readonly string[],
  over: Partial<RecordedOrder> = {},
  purchase: Partial<RecordedOrder['purchase']> = {},
): RecordedOrder => ({
  purchase: purchaseOf({
    ...{ lines: linesOf(...productIds), totalOre: productIds.length * 25_000 },
    ...purchase,
  }),
  ...{ refunds: [], disputes: [], withdrawal: null, repeats: null, grants: [] },
  confirmation: { delivery: 'waiting', sentAt: null },
  gift: null,
  ...over,
});

export const withdrawnFrom = (...productIds: string[]): Withdrawal =>
  withdrawalOf({
    email: 'declared@example.com',
    productIds,
    confirmation: 'I withdraw,\nword for word',
    receivedAt: minutes(5),
  });

export const unopened: Gift = {
  ...{ recipient: 'bo@example.com', sender: null, sendOn: null, message: null },
  ...{ letters: 0, countedLetters: 0, openedAt: null, letter: null },
};

function linesOfPart(part: Part): string[] {
  if (typeof part === 'string') return [part];
  switch (part.kind) {
    case 'list':
    case 'steps':
      return [...part.items];
    case 'link':
      return [`${part.label}: ${part.url}`];
    case 'heading':
    case 'quote':
      return [part.text];
    default:
      throw new TypeError(`A letter has no such part: ${JSON.stringify(part)}`);
  }
}

/** The text of a letter, one line for each paragraph, heading, item, link (`label: address`) and quotation. */
export const said = ({ parts }: Pick<Letter, 'parts'>): string[] => parts.flatMap(linesOfPart);

/** Which of the named texts a letter contains. A string must be a whole line; a pattern must match within one. */
export function which(
  letter: Pick<Letter, 'parts'>,
  words: Readonly<Record<string, string | RegExp>>,
): string[] {
  const lines = said(letter);
  return Object.entries(words)
    .filter(([, sought]) =>
      lines.some((line) => (typeof sought === 'string' ? line === sought : sought.test(line))),
    )
    .map(([name]) => name);
}
