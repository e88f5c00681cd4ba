import { useSyncExternalStore } from 'react';
import { browserStorage } from '#client/ui/browser-storage.ts';

/** Where the choice lives in the browser's local storage. */
const key = 'cart-is-gift';

interface GiftChoiceParts {
  /** `null` where the browser keeps nothing. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  /** What tells of writes by other tabs, and that a page kept by the browser is shown again: the window. */
  otherTabs?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Whether what is bought next is a gift. Kept in local storage, because the way to pay leads over several pages; the page after
 * paying for a gift lets go of it. It is looked up each time, because another tab may have chosen without this one being told.
 */
export function createGiftChoice({ storage, otherTabs }: GiftChoiceParts) {
  const listeners = new Set<() => void>();
  /** What was chosen on this page, for a browser that does not keep it; `null` where it does. */
  let unkept: boolean | null = null;

  function isKept(isGift: boolean): boolean {
    try {
      if (isGift) storage?.setItem(key, 'yes');
      else storage?.removeItem(key);
      return storage !== null;
    } catch (error) {
      // A full or closed storage: the choice then lives as long as the page.
      if (!(error instanceof DOMException)) throw error;
      return false;
    }
  }

  return {
    get: (): boolean => unkept ?? storage?.getItem(key) === 'yes',
    choose(isGift: boolean): void {
      unkept = isKept(isGift) ? null : isGift;
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
