import { type RefCallback, useEffect, useRef } from 'react';

/**
 * The ref of whatever should have the focus when a flow arrives at another step: a heading, a field, the next button.
 * The first step shown keeps the focus where the navigation put it.
 */
export function useStepFocus(step: string): RefCallback<HTMLElement> {
  const target = useRef<HTMLElement | null>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    target.current?.focus();
  }, [step]);
  return useRef((element: HTMLElement | null) => {
    // React clears the old step's ref before it sets the new one's.
    target.current = element;
  }).current;
}
