import { useCallback, useEffect, useRef } from 'react';
import { useLeaving } from './use-leaving.ts';

/** In milliseconds: by then the other site's page has loaded, or the person has given up. */
const patienceMs = 15_000;

/**
 * Navigates to another company's page. Browsers do not report a cancelled navigation, and returning may show this page as
 * it was left (back/forward cache): without this its button would stay busy. Whoever has left the screen meanwhile stays
 * where they are.
 * @param onStayed called when the browser is still on this page, or on it again; the same function at every call
 */
export function useDeparture(onStayed: () => void): (address: string) => void {
  const timer = useRef<number | undefined>(undefined);
  const leaving = useLeaving();
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // It goes on where it stood, and would end the next departure.
      window.clearTimeout(timer.current);
      onStayed();
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
      window.clearTimeout(timer.current);
    };
  }, [onStayed]);
  return useCallback(
    (address) => {
      if (leaving().aborted) return;
      window.location.assign(address);
      timer.current = window.setTimeout(onStayed, patienceMs);
    },
    [onStayed, leaving],
  );
}
