import { fieldsOf, tabMemory } from '#client/tab-memory.ts';

/** The last checkout of this tab. The payment page belongs to another company: its return link names no product. */
export interface LastCheckout {
  productIds: readonly string[];
  /** Paid for from the cart, or from a product's own checkout page. */
  from: 'cart' | 'product';
  /** The checkout session's id, where the payment page's address tells it. */
  sessionId: string | null;
}

const memory = tabMemory('last-checkout', (value): value is LastCheckout => {
  const { productIds, from, sessionId } = fieldsOf(value);
  const isText = (part: unknown) => typeof part === 'string';
  return (
    Array.isArray(productIds) &&
    productIds.every(isText) &&
    (from === 'cart' || from === 'product') &&
    (sessionId === null || isText(sessionId))
  );
});

export const keepLastCheckout = memory.keep;
/** The last one of this tab, or `null`. For effects and event handlers: prerendering has no browser. */
export const lastCheckout = memory.read;
