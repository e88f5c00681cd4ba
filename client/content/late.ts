/**
 * Lazy loading of something that a prerendered page already shows: a long text, which would otherwise delay the page's
 * first script.
 * @param load an `import()` of its file
 * @returns starts loading: the same promise every time, as React's `use` needs it. A failed attempt is forgotten, so that
 * the next one asks the server again
 */
export function late<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let attempt: Promise<Value> | undefined;
  return () => {
    attempt ??= load().catch((error: unknown) => {
      attempt = undefined;
      throw error;
    });
    return attempt;
  };
}
