import { useEffect, useRef, useState } from 'react';
import { fetchOrder } from '#client/api/order.ts';
import { ApiProblem } from '#client/api/problem.ts';
import type { Order } from '#shared/api/orders.ts';
import { waitBeforeAsking } from './order-polling.ts';

/** What is known of an order. */
export type OrderState =
  | { kind: 'asking' }
  | { kind: 'known'; order: Order; stillAsking: boolean }
  /** There is no order of this id, or the address names none. */
  | { kind: 'unknown' }
  /** `waitSeconds` when the shop was asked too often from here, and says when it answers again. */
  | { kind: 'unreachable'; waitSeconds?: number };

/**
 * Polls an order's status, with growing intervals while the money is on its way.
 * @param id the checkout session's id, `null` when the address has none, `undefined` while it was not looked at
 * @returns the state, and a function that asks again at once
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
    // What is known of this order stays in sight until there is a newer answer.
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
