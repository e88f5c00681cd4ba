import { useEffect, useRef } from 'react';
import type { AccountState } from './account.ts';

/**
 * Signing in or out replaces what the person was using, as does a look-up that works at last. The focus then goes to
 * the heading, as after a navigation; the first look-up, unless it takes away what somebody was using already, and whoever
 * is busy elsewhere, are left alone.
 * @param heading which one, as a selector: the page's own, or the first words of the part which the account changes
 */
export function useHeadingFocus(account: AccountState, heading = 'main h1'): void {
  const shown = account.status === 'unknown' && account.failure ? 'failure' : account.status;
  const before = useRef(shown);
  const used = useRef<Element | null>(null);
  useEffect(() => {
    const note = () => {
      used.current = document.activeElement;
    };
    // Somebody may have begun before hydration.
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const changed = before.current !== 'unknown' && before.current !== shown;
    before.current = shown;
    const focusLost = document.activeElement === null || document.activeElement === document.body;
    const isTakenAway = used.current?.isConnected === false;
    if ((changed || isTakenAway) && focusLost) document.querySelector<HTMLElement>(heading)?.focus();
  }, [shown, heading]);
}
