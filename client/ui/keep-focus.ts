import { useLayoutEffect, useRef } from 'react';

/**
 * For a button that disappears when it is pressed: moves the focus to the heading above it. Otherwise the focus would
 * fall to the start of the page, and screen reader users would have to start again.
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
 * Returns the focus to the pressed button: it is disabled while busy and loses the focus with that. Does nothing if
 * something else has taken the focus meanwhile, or the button is gone.
 */
export function useKeptFocus(busy: boolean): void {
  const held = useRef<Element | null>(null);
  // Before the browser notices that the focused element is disabled.
  useLayoutEffect(() => {
    if (busy) {
      held.current = document.activeElement;
    } else if (document.activeElement === null || document.activeElement === document.body) {
      if (held.current instanceof HTMLElement) held.current.focus();
    }
  }, [busy]);
}
