/** Who changes something. `buyer`: the browser that paid, or the owner's. Operators are named. */
export type Actor = 'webhook' | 'order_page' | 'reconciler' | 'account' | 'buyer' | `operator:${string}`;

/** Who or what caused a change, and the payment provider's event that it came with, if any. */
export interface Cause {
  by: Actor;
  event: { id: string } | null;
}

/** The cause of changes that the account itself makes. */
export const byAccount = { by: 'account', event: null } as const satisfies Cause;
