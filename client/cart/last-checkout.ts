/**
 * The last checkout of this tab (session storage, never sent). The payment page belongs to another company: its return
 * link names no product, and a guest should not have to type the address again.
 */
export interface LastCheckout {
  productIds: readonly string[];
  /** Paid for from the cart, or from a product's own checkout page. */
  from: 'cart' | 'product';
  /** What a guest typed; `null` for an account's address. */
  email: string | null;
  /** The checkout session's id, where the payment page's address tells it. */
  sessionId: string | null;
}

const key = 'last-checkout';

/** Stores it; if the browser stores nothing, only a convenience is lost. */
export function keepLastCheckout(checkout: LastCheckout): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(checkout));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The last one of this tab, or `null`. For effects and event handlers: prerendering has no browser. */
export function lastCheckout(): LastCheckout | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isLastCheckout(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The checkout session's id in the URL of its payment page (`…/pay/cs_test_a1b2#fid…`), or `null`. */
export function sessionIdOf(paymentPage: string): string | null {
  return /\bcs_(?:test|live)_[A-Za-z0-9]+/.exec(paymentPage)?.[0] ?? null;
}

function isLastCheckout(value: unknown): value is LastCheckout {
  if (typeof value !== 'object' || value === null) return false;
  const { productIds, from, email, sessionId } = value as Record<string, unknown>;
  const isText = (part: unknown) => typeof part === 'string';
  return (
    Array.isArray(productIds) &&
    productIds.every(isText) &&
    (from === 'cart' || from === 'product') &&
    (email === null || isText(email)) &&
    (sessionId === null || isText(sessionId))
  );
}
