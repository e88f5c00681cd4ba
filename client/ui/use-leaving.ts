import { useCallback, useEffect, useRef } from 'react';

/**
 * A signal that aborts when the component is removed, so that an answer that comes late does not take people away from
 * where they have gone meanwhile.
 */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // In development React runs every effect twice.
    if (leaving.current.signal.aborted) leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  return useCallback(() => leaving.current.signal, []);
}
