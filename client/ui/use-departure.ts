import { useCallback, useEffect, useRef } from 'react';

/** In milliseconds: another site's page has come by then, or nobody waits for it any more. */
const patienceMs = 15_000;

/**
 * Leaves for a page of another company's. No browser says that somebody has stopped it on the way, and one that comes back may show
 * this page as it was left: without this its button would stay busy.
 * @param onStayed called when the browser is on this page still, or again; the same function at every call
 */
export function useDeparture(onStayed: () => void): (address: string) => void {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onStayed();
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
      window.clearTimeout(timer.current);
    };
  }, [onStayed]);
  return useCallback(
    (address) => {
      window.location.assign(address);
      timer.current = window.setTimeout(onStayed, patienceMs);
    },
    [onStayed],
  );
}
