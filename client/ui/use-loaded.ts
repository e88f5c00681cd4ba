import { useCallback, useEffect, useState } from 'react';

/** Data that is fetched when a page opens, and on reload. */
export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'failed'; fault: string }
  | { status: 'loaded'; value: T };

/**
 * Data fetching: runs `load`, and again when it changes or when `reload` is called. Old data is
 * shown until the new is there, so a component with personal data must be keyed by its person.
 * @param load keep it the same between renders (`useCallback`, or a function of a module)
 * @param faultText the text for an error, with advice
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  faultText: (error: unknown) => string,
): [Loaded<T>, reload: () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: 'loading' });
  const [reloads, setReloads] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a rising count asks again
  useEffect(() => {
    const abort = new AbortController();
    setLoaded((before) => (before.status === 'failed' ? { status: 'loading' } : before));
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setLoaded({ status: 'loaded', value });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setLoaded({ status: 'failed', fault: faultText(error) });
      },
    );
    return () => abort.abort();
  }, [load, faultText, reloads]);

  return [loaded, useCallback(() => setReloads((before) => before + 1), [])];
}
