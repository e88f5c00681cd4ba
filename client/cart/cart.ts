import { useSyncExternalStore } from 'react';
import { browserStorage } from '#client/ui/browser-storage.ts';
import { type Cart, createCartStore } from './cart-store.ts';
import { takeEarlyClicks } from './early-clicks.ts';

/** This tab's cart. Prerendering has no browser and shows a cart nobody has looked into. */
export const cartStore = createCartStore({
  storage: browserStorage(),
  ...(typeof window === 'undefined' ? {} : { otherTabs: window }),
});

for (const id of takeEarlyClicks()) cartStore.add(id);

/** The cart, kept up to date with every tab. */
export function useCart(): Cart {
  return useSyncExternalStore(cartStore.subscribe, cartStore.get, cartStore.getPrerendered);
}
