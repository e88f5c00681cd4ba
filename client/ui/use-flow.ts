import { useCallback, useRef, useState } from 'react';

/**
 * A reducer for a state machine. Unlike `useReducer`'s dispatch, `send` returns at once whether the event changed the state, so
 * that the second of two quick submits starts no second request.
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
