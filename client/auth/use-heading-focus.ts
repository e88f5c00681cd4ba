import { useEffect, useRef } from 'react';
import { focusOn, isFocusLost, useRescuedFocus } from '#client/ui/keep-focus.ts';
import type { AccountState } from './account.ts';

/**
 * Signing in or out replaces the page's content, as does a look-up that succeeds at last. The focus then moves to the
 * heading, as after a navigation, except when the focus is elsewhere, and after the first look-up unless that removes the
 * element that had the focus.
 * @param heading a selector: the page's heading, or the heading of the part that changes with the account
 */
export function useHeadingFocus(account: AccountState, heading?: string): void {
  const shown = account.status === 'unknown' && account.failure ? 'failure' : account.status;
  const before = useRef(shown);
  useRescuedFocus(shown, heading);
  useEffect(() => {
    const changed = before.current !== 'unknown' && before.current !== shown;
    before.current = shown;
    if (changed && isFocusLost()) focusOn(heading);
  }, [shown, heading]);
}
