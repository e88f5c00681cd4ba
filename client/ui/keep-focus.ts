import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives an element the focus and scrolls to it. The layout is computed first: when the page has changed since the last
 * one, WebKit (2.50) does not scroll, and what has the focus stays outside the screen.
 */
export function giveFocus(element: HTMLElement | null | undefined): void {
  element?.getBoundingClientRect();
  element?.focus();
}

/** Moves the focus. @param selector of the page's heading, or of another element that can have the focus */
export function focusOn(selector = 'main h1'): void {
  giveFocus(document.querySelector<HTMLElement>(selector));
}

/**
 * Whether nothing on the page has the focus: screen reader users would have to start again at its beginning. A press on a
 * button that has just been disabled, such as the second of a double click, gives it to the page's main part.
 */
export const isFocusLost = (): boolean => !document.activeElement?.matches(':not(body, main)');

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
      giveFocus(heading);
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
    } else if (isFocusLost() && held.current instanceof HTMLElement) {
      giveFocus(held.current);
    }
  }, [busy]);
}

/**
 * Moves the focus when the element that had it was removed because the page shows something else now.
 * @param shown what the page shows; the focus is looked after when it changes
 * @param selector where the focus goes
 */
export function useRescuedFocus(shown: unknown, selector?: string): void {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of what is shown removes elements
  useEffect(() => {
    if (used.current?.isConnected === false && isFocusLost()) focusOn(selector);
  }, [shown, selector]);
}
