import { browserStorage, storeText } from '#client/ui/browser-storage.ts';
import type { AccountStore } from './account-store.ts';

/** Where the unsent card of a gift is kept for the tab (`client/screens/checkout/gift-draft.ts`): it names a third person. */
export const giftDraftKey = 'gift-draft';

/**
 * Forgets the unsent card of a gift in this tab once whoever was signed in no longer is, also when another tab signed them
 * out: the next person at this browser must not find it.
 */
export function forgetAtSignOut({ subscribe, getState }: Pick<AccountStore, 'subscribe' | 'getState'>): void {
  let before: string | null = null;
  subscribe(() => {
    const state = getState();
    const now = state.status === 'signed-in' ? state.user.username : null;
    if (before !== null && now !== before) storeText(browserStorage('sessionStorage'), giftDraftKey, null);
    before = now;
  });
}
