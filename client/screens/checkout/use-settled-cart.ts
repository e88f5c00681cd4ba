import { useEffect } from 'react';
import { serverNow } from '#client/api/server-clock.ts';
import { cartStore } from '#client/cart/cart.ts';
import { chooseGift } from '#client/cart/gift-choice.ts';
import { putBackUnpaid, takeOutBought } from '#client/cart/settled-checkouts.ts';
import { browserStorage } from '#client/ui/browser-storage.ts';
import { shopDay } from '#shared/shop-day.ts';
import type { OrderState } from './order-polling.ts';
import { orderWords } from './order-words.ts';

/**
 * "The cart is cleared on load" (specification, section 2): what was bought is removed, once per checkout; other products
 * stay, and what was not paid after all comes back. A URL without a checkout clears all of it.
 * @param sessionId as `useQueryParameter` returns it
 */
export function useSettledCart(sessionId: string | null | undefined, state: OrderState): void {
  const { cart: effect } = orderWords(state, shopDay(serverNow()));
  useEffect(() => {
    if (sessionId === null) cartStore.clear();
    if (!sessionId || state.kind !== 'known') return;
    const parts = { cart: cartStore, storage: browserStorage() };
    const ids = state.order.products.map(({ id }) => id);
    if (effect === 'what was bought leaves it') {
      const isFirst = takeOutBought(parts, sessionId, ids);
      // The next purchase is a gift only if the buyer chooses that again. A reload of this page does not take that back.
      if (isFirst && state.order.gift) chooseGift(false);
    }
    if (effect === 'what had left it comes back') putBackUnpaid(parts, sessionId);
  }, [sessionId, state, effect]);
}
