import { useSyncExternalStore } from 'react';
import { browserStorage } from '#client/ui/browser-storage.ts';

/**
 * Whether what is bought next is a gift. Kept in local storage, because the way to pay leads over several pages; the page after
 * paying for a gift lets go of it.
 */
const key = 'cart-is-gift';
const listeners = new Set<() => void>();
/** What was chosen on this page, for a browser that keeps nothing. */
let chosen: boolean | null = null;

export function chooseGift(isGift: boolean): void {
  chosen = isGift;
  try {
    if (isGift) browserStorage()?.setItem(key, 'yes');
    else browserStorage()?.removeItem(key);
  } catch (error) {
    // A full or closed storage: the choice then lives as long as the page.
    if (!(error instanceof DOMException)) throw error;
  }
  for (const listener of listeners) listener();
}

const isChosen = () => chosen ?? browserStorage()?.getItem(key) === 'yes';

function subscribe(listener: () => void): () => void {
  // Another tab's choice counts at once.
  const onOtherTab = () => {
    chosen = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onOtherTab);
  };
}

/** False while prerendering and hydrating. */
export function useGiftChoice(): boolean {
  return useSyncExternalStore(subscribe, isChosen, () => false);
}
