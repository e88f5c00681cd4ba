import { useEffect, useRef } from 'react';

/**
 * Calls `onReturn` when somebody comes back to the page, or its connection does: from another tab or app, out of the
 * back/forward cache, or when the browser is online again. Timers do not run meanwhile, so what the page shows may be old.
 */
export function usePageReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const ask = () => latest.current();
    const ifVisible = () => document.visibilityState === 'visible' && ask();
    const ifKept = ({ persisted }: PageTransitionEvent) => persisted && ask();
    document.addEventListener('visibilitychange', ifVisible, { signal });
    window.addEventListener('pageshow', ifKept, { signal });
    window.addEventListener('online', ask, { signal });
    return () => gone.abort();
  }, []);
}
