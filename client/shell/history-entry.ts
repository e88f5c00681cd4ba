/** What the router calls an entry of the history that has no name: the first one of a document, or a step to a `#place`. */
export const unnamedEntry = 'default';

/**
 * Gives the history entry of this document a name of its own, before the router reads it. Otherwise the first entry of
 * every document would be `default`, and what is kept under that name, such as how far a page was scrolled, would pass from
 * one document to the next. Browsers keep an entry's state over a reload and over other documents, so the name lasts as
 * long as the entry. `idx` is the router's own count of entries: it would write the entry a second time for that, and each time the
 * page waits for it.
 */
export function nameHistoryEntry(): void {
  const state: unknown = history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  if ('key' in known) return;
  history.replaceState({ idx: 0, ...known, key: Math.random().toString(36).slice(2, 10) }, '');
}
