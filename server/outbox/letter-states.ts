// How far a letter has come.

import type { Delivery } from '#shared/api/orders.ts';

/** The ends of letters that did not arrive: their address took no mail (`refused`), or trying was given up (`dead`). */
export const undeliveredStates = ['refused', 'dead'] as const;
/** All states of a letter, as the database has them. `dropped`: it was not to be sent any more. */
export const letterStates = ['waiting', 'sent', ...undeliveredStates, 'dropped'] as const;
export type LetterState = (typeof letterStates)[number];

/** What is told of a letter's state: one that was dropped did not arrive. */
export const deliveryOf = (state: LetterState): Delivery =>
  state === 'waiting' || state === 'sent' ? state : 'undelivered';
