import type { Fault } from '#client/ui/fault.ts';

/** State that one account screen passes to the next. In memory: nothing about a person goes into the URL or storage. */
interface Handover {
  /** Prefilled. */
  username: string;
  /** Prefilled in the form for a new account. */
  email: string;
  /** Why the person is here, as text. */
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

/** What the previous screen passed on. Reading it does not clear it, so that rendering has no side effects. */
export function peekHandover(): Handover {
  return handover;
}

/** Clears what was passed on, once the screen is shown. */
export function clearHandover(): void {
  handover = nothing;
}

/** @param waits whether the person is signing in to pay, and so returns to the cart from another account screen */
export function setCheckoutWaits(waits: boolean): void {
  checkoutWaits = waits;
}

/** Whether this sign-in is for paying a cart. Reading it clears it. */
export function takeCheckout(): boolean {
  const waited = checkoutWaits;
  checkoutWaits = false;
  return waited;
}
