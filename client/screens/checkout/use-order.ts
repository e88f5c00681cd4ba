import { useEffect, useRef, useState } from 'react';
import { fetchOrder } from '#client/api/order.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { usePageReturn } from '#client/ui/use-page-return.ts';
import type { Order } from '#shared/api/orders.ts';
import { afterAnswer, type OrderAnswer, type OrderState } from './order-polling.ts';

/**
 * Polls an order's status, with growing intervals while the payment is pending, and asks again when its buyer comes back to
 * the page: a phone keeps it for days, in which the payment may fail or the money go back.
 * @param id the checkout session's id, `null` when the URL has none, `undefined` before it was read
 * @returns the state, a function that polls again at once, and one that takes the order which the server has answered to a
 * change of it
 */
export function useOrder(id: string | null | undefined): [OrderState, () => void, (order: Order) => void] {
  const [state, setState] = useState<OrderState>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  /** The last known state stays visible until there is a newer answer. */
  const known = useRef<{ id: string; order: Order } | null>(null);
  /** The answer with which the next round begins instead of a request. */
  const given = useRef<{ id: string; order: Order } | null>(null);
  /** A round that nobody asked for does not take away what is being read. */
  const unasked = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (id === undefined) return;
    if (id === null) return setState({ kind: 'unknown' });
    const leaving = new AbortController();
    let timer: number | undefined;
    const knownOrder = () => (known.current?.id === id ? known.current.order : null);
    const ask = async (times: number) => {
      const answer = await answerOf(id, leaving.signal);
      if (!leaving.signal.aborted) take(answer, times);
    };
    const take = (answer: OrderAnswer, times: number) => {
      const { state: next, pauseMs } = afterAnswer(knownOrder(), answer, times);
      known.current = next.kind === 'known' ? { id, order: next.order } : null;
      setState(next);
      if (pauseMs !== null) timer = window.setTimeout(() => void ask(times + 1), pauseMs);
    };
    if (!knownOrder() && !unasked.current) setState({ kind: 'asking' });
    unasked.current = false;
    const order = given.current?.id === id ? given.current.order : null;
    given.current = null;
    if (order) take({ kind: 'order', order }, 0);
    else void ask(0);
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [id, round]);

  const askAgain = () => setRound((before) => before + 1);
  usePageReturn(() => {
    if (state.kind !== 'known' && state.kind !== 'unreachable') return;
    unasked.current = true;
    askAgain();
  });
  const show = (order: Order) => {
    given.current = id ? { id, order } : null;
    // A new round, because what was asked for before the change is no news any more.
    askAgain();
  };
  return [state, askAgain, show];
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
