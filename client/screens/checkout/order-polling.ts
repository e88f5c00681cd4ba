import type { Order } from '#shared/api/orders.ts';

/** The state of loading an order. */
export type OrderState =
  | { kind: 'asking' }
  | { kind: 'known'; order: Order; stillAsking: boolean }
  /** There is no order with this id, or the URL has no id. */
  | { kind: 'unknown' }
  /** `waitSeconds` when a rate limit was reached, with the time until it ends. */
  | { kind: 'unreachable'; waitSeconds?: number };

/** The result of one request. */
export type OrderAnswer =
  | { kind: 'order'; order: Order }
  | Extract<OrderState, { kind: 'unknown' | 'unreachable' }>;

/** Polling intervals in milliseconds: short while the buyer watches, then longer, about four minutes in all. */
const pauses = [1500, 2000, 3000, 5000, 8000, 12_000, 20_000, 30_000, 40_000, 60_000, 60_000];

/**
 * The state after an answer, and when to send the next request. A lost answer does not discard what is known.
 * @param known the last known order; `null` without one
 * @param asked how many requests were made before this one, from 0
 * @returns the state, and the pause in milliseconds; `null` when there is nothing to wait for, or when a payment takes so
 * long that polling stops
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
