import { type Dispatch, type SetStateAction, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { isFirstRender } from './hydrated-event.ts';

const never = () => () => {};

/** False in the prerendered page and during hydration, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * A text field's state. A person or a password manager may fill in the prerendered field before hydration, or while React
 * hydrates: an empty state would erase that, or submit something other than what the field shows.
 * @param name the field's name, unique on its page
 */
export function useTypedText(name: string, initial = ''): [string, Dispatch<SetStateAction<string>>] {
  const typed = () => prerendered(`form input[name="${name}"]`)?.value;
  const [text, setText] = useState(() => typed() ?? initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when hydration ends; from then on there are change events
  useLayoutEffect(() => setText((known) => typed() ?? known), []);
  return [text, setText];
}

/** The prerendered field that this selector finds first on the page, as long as nothing has taken its place. */
export function prerendered(selector: string): HTMLInputElement | null {
  return isFirstRender && typeof document !== 'undefined' ? document.querySelector(`main ${selector}`) : null;
}
