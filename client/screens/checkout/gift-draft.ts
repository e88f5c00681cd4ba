import { giftDraftKey } from '#client/auth/forget-at-sign-out.ts';
import { fieldsOf, tabMemory } from '#client/tab-memory.ts';
import type { GiftCard } from '#shared/api/orders.ts';

/** What a buyer has typed for a gift's card and not sent yet. */
export interface GiftDraft {
  byMail: boolean;
  recipient: string;
  /** `YYYY-MM-DD`. */
  sendOn: string;
  sender: string;
  message: string;
}

/** Whether a letter can be written for a gift: one that waits is replaced, so that its words can be mended after the last one too. */
export const mayHaveLetter = ({ lettersLeft, letter }: GiftCard): boolean =>
  lettersLeft > 0 || letter === 'waiting';

/**
 * For one order at a time: for people who look at the link first, or go to another app for an address and come back to a
 * page that their phone has loaded again. It goes when they sign out.
 */
const memory = tabMemory(giftDraftKey, (value): value is { orderId: string; draft: GiftDraft } => {
  const { orderId, draft } = fieldsOf(value);
  const { byMail, ...texts } = fieldsOf(draft);
  return (
    typeof orderId === 'string' &&
    typeof byMail === 'boolean' &&
    ['recipient', 'sendOn', 'sender', 'message'].every((name) => typeof texts[name] === 'string')
  );
});

export const keepGiftDraft = (orderId: string, draft: GiftDraft): void => memory.keep({ orderId, draft });

/** What was kept for this order, or `null`. */
export function readGiftDraft(orderId: string): GiftDraft | null {
  const kept = memory.read();
  return kept?.orderId === orderId ? kept.draft : null;
}

/** The card is written, or stays as it was. */
export const forgetGiftDraft = memory.forget;
