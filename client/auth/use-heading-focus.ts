import { useEffect, useRef } from 'react';
import type { AccountState } from './account.ts';

/**
 * Signing in or out replaces the page's content, as does a look-up that succeeds at last. The focus then moves to the
 * page's heading, as after a navigation, except after the first look-up and when the focus is elsewhere.
 */
export function useHeadingFocus(account: AccountState): void {
  const shown = account.status === 'unknown' && account.failure ? 'failure' : account.status;
  const before = useRef(shown);
  useEffect(() => {
    const changed = before.current !== 'unknown' && before.current !== shown;
    before.current = shown;
    const focusLost = document.activeElement === null || document.activeElement === document.body;
    if (changed && focusLost) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [shown]);
}
