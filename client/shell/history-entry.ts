import { fieldsOf } from '#client/tab-memory.ts';

/**
 * Names this document's history entry before the router reads it, and that of each step to a `#place`, which the browser
 * makes without the router. Otherwise the first entry of every document, and all such steps, would be `default`, and data
 * stored under that name, such as the scroll position, would pass from one to the next. Browsers keep an entry's state
 * across reloads and other documents, so the name lasts as long as the entry. `idx` is the router's own count of entries;
 * without it the router would write the entry a second time, and each write delays the page.
 */
export function nameHistoryEntry(): void {
  const known = fieldsOf(history.state);
  if ('key' in known) return;
  history.replaceState({ idx: 0, ...known, key: Math.random().toString(36) }, '');
}
