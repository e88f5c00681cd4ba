import { useEffect } from 'react';
import { useKeptFocus } from './keep-focus.ts';
import { say } from './say.ts';

/** In milliseconds. What is done sooner has words of its own. */
const sayAfterMs = 500;

/** One for the page: a form and the hook of its button may both ask, and it is said once. */
let late: ReturnType<typeof setTimeout> | undefined;

/**
 * While the work of a button lasts: has screen readers say what it is doing. It is disabled, has lost the focus, and its
 * new text would not be read out.
 */
export function useSaidWhileBusy(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    // The region is there before its words, and has none once the work is done.
    say('');
    clearTimeout(late);
    late = setTimeout(() => {
      const button = document.querySelector('button[aria-busy]');
      if (button) say(button.textContent);
    }, sayAfterMs);
    return () => {
      clearTimeout(late);
      say('');
    };
  }, [busy]);
}

/** For the work of a button: what it is doing is said, and afterwards it has the focus again. */
export function useBusy(busy: boolean): void {
  useKeptFocus(busy);
  useSaidWhileBusy(busy);
}
