import { useSyncExternalStore } from 'react';
import { browserStorage } from '#client/ui/browser-storage.ts';

/**
 * Whether the next purchase is a gift. In local storage, because paying leads over several pages; the page after paying
 * for a gift resets it.
 */
const key = 'cart-is-gift';
const listeners = new Set<() => void>();
/** The choice on this page, for a browser that stores nothing. */
let chosen: boolean | null = null;

export function chooseGift(isGift: boolean): void {
  chosen = isGift;
  try {
    if (isGift) browserStorage()?.setItem(key, 'yes');
    else browserStorage()?.removeItem(key);
  } catch (error) {
    // Storage is full or blocked: the choice then lives as long as the page.
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
