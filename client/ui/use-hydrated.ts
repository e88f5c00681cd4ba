import { type Dispatch, type SetStateAction, useLayoutEffect, useState, useSyncExternalStore } from 'react';

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
  const isHydrating = !useHydrated();
  const [text, setText] = useState(() => (isHydrating ? (typedInto(name) ?? initial) : initial));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when hydration ends; from then on there are change events
  useLayoutEffect(() => {
    if (isHydrating) setText((known) => typedInto(name) ?? known);
  }, []);
  return [text, setText];
}

function typedInto(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLInputElement>(`main form input[name="${name}"]`)?.value;
}
