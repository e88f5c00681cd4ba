import { fieldsOf } from '#client/tab-memory.ts';
import { type BrowserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';
import { parseJson } from '#client/ui/parse-json.ts';
import type { CartStore } from './cart-store.ts';

/** What was removed from the cart when a checkout was paid: it comes back if the payment fails later. */
interface SettledCheckout {
  sessionId: string;
  takenOut: readonly string[];
}

/** The key in local storage; newest last. */
const key = 'settled-checkouts';
/** More than anybody has open at once. */
const mostKept = 20;

interface Parts {
  cart: Pick<CartStore, 'get' | 'add' | 'remove'>;
  /** `null` if the browser stores nothing; a reload then settles again, which removes no more than was bought. */
  storage: BrowserStorage | null;
}

/**
 * Removes what was bought from the cart: once per checkout, so that a buyer who opens its page again later keeps what
 * they have added since.
 * @returns whether this was the first time
 */
export function takeOutBought(
  { cart, storage }: Parts,
  sessionId: string,
  boughtIds: readonly string[],
): boolean {
  const settled = read(storage);
  if (settled.some((each) => each.sessionId === sessionId)) return false;
  const takenOut = cart
    .get()
    .products.map(({ id }) => id)
    .filter((id) => boughtIds.includes(id));
  for (const id of takenOut) cart.remove(id);
  write(storage, [...settled, { sessionId, takenOut }]);
  return true;
}

/**
 * Puts back what `takeOutBought` took out for a checkout that turned out not to be paid.
 * @returns how many products came back
 */
export function putBackUnpaid({ cart, storage }: Parts, sessionId: string): number {
  const settled = read(storage);
  const found = settled.find((each) => each.sessionId === sessionId);
  if (!found) return 0;
  for (const id of found.takenOut) cart.add(id);
  write(
    storage,
    settled.filter((each) => each !== found),
  );
  return found.takenOut.length;
}

function read(storage: BrowserStorage | null): SettledCheckout[] {
  const stored = parseJson(storedText(storage, key) ?? '');
  return Array.isArray(stored) ? stored.filter(isSettled) : [];
}

function write(storage: BrowserStorage | null, settled: readonly SettledCheckout[]): void {
  storeText(storage, key, JSON.stringify(settled.slice(-mostKept)));
}

function isSettled(value: unknown): value is SettledCheckout {
  const { sessionId, takenOut } = fieldsOf(value);
  return (
    typeof sessionId === 'string' && Array.isArray(takenOut) && takenOut.every((id) => typeof id === 'string')
  );
}
