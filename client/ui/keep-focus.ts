import { useLayoutEffect, useRef } from 'react';

/**
 * For a press whose button goes away with what it is in: puts the focus on the heading that the button stands under. Left to
 * itself the focus would fall to the page's beginning, and whoever hears the page would begin anew.
 */
export function handFocusOn(act: () => void): (press: { currentTarget: Element }) => void {
  return ({ currentTarget: button }) => {
    const heading = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)')].findLast(
      (each) => each.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (heading) {
      heading.tabIndex = -1;
      heading.focus();
    }
    act();
  };
}

/**
 * Gives the focus back to the button that was pressed: while it works it is disabled, and loses the focus with that. Where
 * something else has taken the focus meanwhile, or the button is gone, nothing happens.
 */
export function useKeptFocus(busy: boolean): void {
  const held = useRef<Element | null>(null);
  // Before the browser notices that what has the focus is disabled.
  useLayoutEffect(() => {
    if (busy) {
      held.current = document.activeElement;
    } else if (document.activeElement === null || document.activeElement === document.body) {
      if (held.current instanceof HTMLElement) held.current.focus();
    }
  }, [busy]);
}
