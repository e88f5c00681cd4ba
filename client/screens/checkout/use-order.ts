import { useEffect, useRef, useState } from 'react';
import { fetchOrder } from '#client/api/order.ts';
import { ApiProblem } from '#client/api/problem.ts';
import type { Order } from '#shared/api/orders.ts';
import { afterAnswer, type OrderAnswer, type OrderState } from './order-polling.ts';

export type { OrderState } from './order-polling.ts';

/**
 * Polls an order's status, with growing intervals while the payment is pending.
 * @param id the checkout session's id, `null` when the URL has none, `undefined` before it was read
 * @returns the state, and a function that polls again at once
 */
export function useOrder(id: string | null | undefined): [OrderState, () => void] {
  const [state, setState] = useState<OrderState>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  /** The last known state stays visible until there is a newer answer. */
  const known = useRef<{ id: string; order: Order } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (id === undefined) return;
    if (id === null) return setState({ kind: 'unknown' });
    const leaving = new AbortController();
    let timer: number | undefined;
    const knownOrder = () => (known.current?.id === id ? known.current.order : null);
    const ask = async (times: number) => {
      const answer = await answerOf(id, leaving.signal);
      if (leaving.signal.aborted) return;
      const { state: next, pauseMs } = afterAnswer(knownOrder(), answer, times);
      known.current = next.kind === 'known' ? { id, order: next.order } : null;
      setState(next);
      if (pauseMs !== null) timer = window.setTimeout(() => void ask(times + 1), pauseMs);
    };
    if (!knownOrder()) setState({ kind: 'asking' });
    void ask(0);
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [id, round]);

  return [state, () => setRound((before) => before + 1)];
}

async function answerOf(id: string, signal: AbortSignal): Promise<OrderAnswer> {
  try {
    return { kind: 'order', order: await fetchOrder(id, { signal }) };
  } catch (error) {
    const unknown = error instanceof ApiProblem && [400, 404].includes(error.status);
    if (unknown) return { kind: 'unknown' };
    const tooOften =
      error instanceof ApiProblem && error.status === 429 ? error.retryAfterSeconds : undefined;
    return { kind: 'unreachable', ...(tooOften !== undefined && { waitSeconds: tooOften }) };
  }
}
