/** What a buyer has typed for a gift's card and not sent yet. */
export interface GiftDraft {
  byMail: boolean;
  recipient: string;
  /** `YYYY-MM-DD`. */
  sendOn: string;
  sender: string;
  message: string;
}

/**
 * In session storage, so only for this tab, and for one order at a time: for people who look at the link first, or go to
 * another app for an address and come back to a page that their phone has loaded again.
 */
const storageKey = 'gift-draft';

export function keepGiftDraft(orderId: string, draft: GiftDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ orderId, draft }));
  } catch {
    // Without storage the words live as long as the form.
  }
}

/** What was kept for this order, or `null`. */
export function readGiftDraft(orderId: string): GiftDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isKept(kept) && kept.orderId === orderId ? kept.draft : null;
  } catch {
    // No storage, or not our data.
    return null;
  }
}

/** The card is written, or stays as it was. */
export function forgetGiftDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}

function isKept(value: unknown): value is { orderId: string; draft: GiftDraft } {
  const { orderId, draft } = (value ?? {}) as Record<string, unknown>;
  const { byMail, ...texts } = (draft ?? {}) as Record<string, unknown>;
  return (
    typeof orderId === 'string' &&
    typeof byMail === 'boolean' &&
    ['recipient', 'sendOn', 'sender', 'message'].every((name) => typeof texts[name] === 'string')
  );
}
