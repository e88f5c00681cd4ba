import { useSyncExternalStore } from 'react';
import { type BrowserStorage, browserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';

/** The choice's key in the browser's local storage. */
const key = 'cart-is-gift';

interface GiftChoiceParts {
  /** `null` when the browser stores nothing. */
  storage: BrowserStorage | null;
  /** The window, whose events tell that another tab wrote, or that the page was restored from the back/forward cache. */
  otherTabs?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Whether the next purchase is a gift. In local storage, because paying leads over several pages; the page after paying
 * for a gift resets it. It is read each time, because another tab may have changed it without an event here.
 */
export function createGiftChoice({ storage, otherTabs }: GiftChoiceParts) {
  const listeners = new Set<() => void>();
  /** The choice on this page, for a browser that stores nothing; otherwise `null`. */
  let unkept: boolean | null = null;

  return {
    get: (): boolean => unkept ?? storedText(storage, key) === 'yes',
    choose(isGift: boolean): void {
      unkept = storeText(storage, key, isGift ? 'yes' : null) ? null : isGift;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      otherTabs?.addEventListener('storage', listener);
      otherTabs?.addEventListener('pageshow', listener);
      return () => {
        listeners.delete(listener);
        otherTabs?.removeEventListener('storage', listener);
        otherTabs?.removeEventListener('pageshow', listener);
      };
    },
  };
}

const choice = createGiftChoice({
  storage: browserStorage(),
  ...(typeof window === 'undefined' ? {} : { otherTabs: window }),
});

export const chooseGift = (isGift: boolean): void => choice.choose(isGift);

/** False while prerendering and hydrating. */
export function useGiftChoice(): boolean {
  return useSyncExternalStore(choice.subscribe, choice.get, () => false);
}
