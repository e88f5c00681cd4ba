import { useEffect, useRef } from 'react';
import type { AccountState } from './account.ts';

/**
 * Signing in or out replaces the page's content, as does a look-up that succeeds at last. The focus then moves to the
 * heading, as after a navigation, except when the focus is elsewhere, and after the first look-up unless that removes the
 * element that had the focus.
 * @param heading a selector: the page's heading, or the heading of the part that changes with the account
 */
export function useHeadingFocus(account: AccountState, heading = 'main h1'): void {
  const shown = account.status === 'unknown' && account.failure ? 'failure' : account.status;
  const before = useRef(shown);
  const used = useRef<Element | null>(null);
  useEffect(() => {
    const note = () => {
      used.current = document.activeElement;
    };
    // An element may have had the focus before hydration.
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
