import type { Fault } from './fault.ts';

/** State that one account screen passes to the next. In memory: nothing about a person goes into the URL or storage. */
export interface Handover {
  /** To fill in. */
  username: string;
  /** To fill in where an account is made. */
  email: string;
  /** Why the person is here, in words to show. */
  notice: string | null;
  fault: Fault | null;
  /** The identity service wants a new password: the reset screen sends its code at once. */
  sendResetCode: boolean;
}

const nothing: Handover = { username: '', email: '', notice: null, fault: null, sendResetCode: false };

let handover = nothing;
let checkoutWaits = false;

/** Leaves something for the screen that is navigated to next. */
export function handOver(next: Partial<Handover>): void {
  handover = { ...nothing, ...next };
}

/** What the previous screen left. Reading it does not clear it, so that rendering has no side effects. */
export function peekHandover(): Handover {
  return handover;
}

/** Once the screen is there, what was left for it is spent. */
export function clearHandover(): void {
  handover = nothing;
}

/** The person is signing in to pay: after a detour through another account screen, the cart is where they belong. */
export function rememberCheckout(): void {
  checkoutWaits = true;
}

/** Whether a cart waits for this sign-in. Asking spends it. */
export function takeCheckout(): boolean {
  const waited = checkoutWaits;
  checkoutWaits = false;
  return waited;
}
