import { useState, useSyncExternalStore } from 'react';

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
 * A text field's state. A person or a password manager may have filled in the prerendered field before hydration; an
 * empty initial state would erase that.
 * @param name the field's name, unique on its page
 */
export function useTypedText(name: string, initial = ''): [string, (text: string) => void] {
  const hydrated = useHydrated();
  return useState(() => (hydrated ? initial : (typedInto(name) ?? initial)));
}

function typedInto(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLInputElement>(`main form input[name="${name}"]`)?.value;
}
