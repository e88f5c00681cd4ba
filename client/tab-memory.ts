import { browserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';
import { parseJson } from '#client/ui/parse-json.ts';

/** One value that a tab keeps across a reload. */
interface TabMemory<T> {
  keep(value: T): void;
  /** What was kept, or `null`. For effects and event handlers: prerendering has no browser. */
  read(): T | null;
  forget(): void;
}

/**
 * Keeps one value in session storage: for this tab only, and never sent. A browser that stores nothing keeps nothing, not
 * even for this page, so it may hold a convenience and nothing else.
 * @param isWhole whether what is stored under the key is such a value
 */
export function tabMemory<T>(key: string, isWhole: (value: unknown) => value is T): TabMemory<T> {
  return {
    keep(value) {
      storeText(browserStorage('sessionStorage'), key, JSON.stringify(value));
    },
    read() {
      const kept = parseJson(storedText(browserStorage('sessionStorage'), key) ?? '');
      return isWhole(kept) ? kept : null;
    },
    forget() {
      storeText(browserStorage('sessionStorage'), key, null);
    },
  };
}

/** The fields of a stored object; none for anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
