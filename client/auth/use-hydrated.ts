import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the prerendered page and while React takes it over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * The text of a field. A prerendered field may hold some before the page's code is there, typed or filled in by a
 * password manager; a state that began empty would wipe it.
 * @param name the field's name, once on its page
 */
export function useTypedText(name: string, initial = ''): [string, (text: string) => void] {
  const hydrated = useHydrated();
  return useState(() => (hydrated ? initial : (typedInto(name) ?? initial)));
}

function typedInto(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLInputElement>(`main form input[name="${name}"]`)?.value;
}
