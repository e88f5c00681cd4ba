import { useEffect, useRef, useState } from 'react';
import { fetchOrder } from '#client/api/order.ts';
import { ApiProblem } from '#client/api/problem.ts';
import type { Order } from '#shared/api/orders.ts';
import { waitBeforeAsking } from './order-polling.ts';

/** The state of loading an order. */
export type OrderState =
  | { kind: 'asking' }
  | { kind: 'known'; order: Order; stillAsking: boolean }
  /** There is no order with this id, or the URL has no id. */
  | { kind: 'unknown' }
  /** `waitSeconds` when a rate limit was reached, with the time until it ends. */
  | { kind: 'unreachable'; waitSeconds?: number };

/**
 * Polls an order's status, with growing intervals while the payment is pending.
 * @param id the checkout session's id, `null` when the URL has none, `undefined` before it was read
 * @returns the state, and a function that polls again at once
 */
export function useOrder(id: string | null | undefined): [OrderState, () => void] {
  const [state, setState] = useState<OrderState>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  const asked = useRef({ id, round });

  useEffect(() => {
    if (id === undefined) return;
    if (id === null) return setState({ kind: 'unknown' });
    const leaving = new AbortController();
    let timer: number | undefined;
    const ask = async (times: number) => {
      const next = await answerOf(id, leaving.signal, times);
      if (leaving.signal.aborted) return;
      setState(next);
      const wait = waitBeforeAsking(times);
      if (next.kind === 'known' && next.stillAsking && wait !== null) {
        timer = window.setTimeout(() => void ask(times + 1), wait);
      }
    };
    // The last known state stays visible until there is a newer answer.
    const isSame = asked.current.id === id && asked.current.round !== round;
    asked.current = { id, round };
    setState((before) => (before.kind === 'known' && isSame ? before : { kind: 'asking' }));
    void ask(0);
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [id, round]);

  return [state, () => setRound((before) => before + 1)];
}

async function answerOf(id: string, signal: AbortSignal, asked: number): Promise<OrderState> {
  try {
    const order = await fetchOrder(id, { signal });
    const pending = order.status === 'processing' || order.status === 'open';
    return { kind: 'known', order, stillAsking: pending && waitBeforeAsking(asked) !== null };
  } catch (error) {
    const unknown = error instanceof ApiProblem && [400, 404].includes(error.status);
    if (unknown) return { kind: 'unknown' };
    const tooOften =
      error instanceof ApiProblem && error.status === 429 ? error.retryAfterSeconds : undefined;
    return { kind: 'unreachable', ...(tooOften !== undefined && { waitSeconds: tooOften }) };
  }
}
