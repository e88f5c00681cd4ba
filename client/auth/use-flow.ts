import { useCallback, useRef, useState } from 'react';

/**
 * A flow's state, and `send`, which says whether the event changed anything. It answers at once and not at the next
 * render, so that the second of two quick submits is refused and starts no second request.
 */
export function useFlow<State, Event>(
  reduce: (state: State, event: Event) => State,
  initial: State | (() => State),
): [State, (event: Event) => boolean] {
  const [state, setState] = useState(initial);
  const current = useRef(state);
  const send = useCallback(
    (event: Event) => {
      const next = reduce(current.current, event);
      const changed = next !== current.current;
      current.current = next;
      setState(next);
      return changed;
    },
    [reduce],
  );
  return [state, send];
}
