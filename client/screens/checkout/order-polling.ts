import type { Order } from '#shared/api/orders.ts';

/** What is known of an order. */
export type OrderState =
  | { kind: 'asking' }
  | { kind: 'known'; order: Order; stillAsking: boolean }
  /** There is no order of this id, or the address names none. */
  | { kind: 'unknown' }
  /** `waitSeconds` when the shop was asked too often from here, and says when it answers again. */
  | { kind: 'unreachable'; waitSeconds?: number };

/** What came of asking once. */
export type OrderAnswer =
  | { kind: 'order'; order: Order }
  | Extract<OrderState, { kind: 'unknown' | 'unreachable' }>;

/** Polling intervals in milliseconds: short while the buyer watches, then longer, about four minutes in all. */
const pauses = [1500, 2000, 3000, 5000, 8000, 12_000, 20_000, 30_000, 40_000, 60_000, 60_000];

/**
 * What an answer makes of what was known, and when to ask again. An answer that is lost takes nothing away of what is known.
 * @param known the order as it was last told, `null` before
 * @param asked how often it was asked before this time, from 0
 * @returns the state, and the pause in milliseconds; `null` when there is nothing to wait for, or when a payment that takes this
 * long is not worth watching any more
 */
export function afterAnswer(
  known: Order | null,
  answer: OrderAnswer,
  asked: number,
): { state: OrderState; pauseMs: number | null } {
  const order = answer.kind === 'order' ? answer.order : answer.kind === 'unreachable' ? known : null;
  if (order === null) return { state: answer as OrderState, pauseMs: null };
  const isPending = order.status === 'processing' || order.status === 'open';
  const isLost = answer.kind === 'unreachable';
  const usual = pauses[asked];
  const pauseMs = usual === undefined || !(isPending || isLost) ? null : usual;
  const atLeast = isLost ? (answer.waitSeconds ?? 0) * 1000 : 0;
  return {
    state: { kind: 'known', order, stillAsking: isPending && pauseMs !== null },
    pauseMs: pauseMs === null ? null : Math.max(pauseMs, atLeast),
  };
}
