import { type RefCallback, useLayoutEffect, useRef } from 'react';
import { giveFocus } from './keep-focus.ts';

/**
 * A ref for the element that gets the focus when a flow arrives at another step: a heading, a field, the next button. At
 * the first step the focus stays where the navigation put it.
 */
export function useStepFocus(step: string): RefCallback<HTMLElement> {
  const target = useRef<HTMLElement | null>(null);
  const shown = useRef(step);
  // Together with the new step: later, whoever types at once would lose the field again.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    giveFocus(target.current);
  }, [step]);
  return useRef((element: HTMLElement | null) => {
    // React clears the old step's ref before it sets the new one's.
    target.current = element;
  }).current;
}
