import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';

/** What is held still together while something is sent: "buttons are disabled during requests" (specification, section 4). */
interface Area {
  busy: boolean;
  report: (busy: boolean) => void;
}

const Nearest = createContext<Area>({ busy: false, report: () => undefined });

/**
 * Holds still what is inside it as long as a request is under way that all of it belongs to: nothing on the page may say
 * anything else than what was sent.
 * @param busy what it knows of itself; what is inside may report more (`useHoldsStill`)
 */
export function BusyArea({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  const [reported, report] = useState(false);
  const area = useMemo(() => ({ busy: busy || reported, report }), [busy, reported]);
  return <Nearest value={area}>{children}</Nearest>;
}

/** Whether the nearest area is held still: its buttons are disabled, and its fields keep what was sent. */
export const useHeldStill = (): boolean => useContext(Nearest).busy;

/** Holds the nearest area around the component still as long as this request is under way; not one that it renders itself. */
export function useHoldsStill(busy: boolean): void {
  const { report } = useContext(Nearest);
  useLayoutEffect(() => {
    if (!busy) return;
    report(true);
    return () => report(false);
  }, [busy, report]);
}
