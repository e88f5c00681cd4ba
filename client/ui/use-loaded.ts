import { useCallback, useEffect, useRef, useState } from 'react';

/** Data that is fetched when a page opens, and on reload. */
export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'failed'; fault: string }
  /** With a `fault` it may be out of date: the latest reload has failed. */
  | { status: 'loaded'; value: T; fault?: string };

/**
 * Data fetching: runs `load`, and again when it changes or when `reload` is called. Old data is
 * shown until the new is there, and stays if a reload fails: what was done with it is told there. So a component with personal
 * data must be keyed by its person.
 * @param load keep it the same between renders (`useCallback`, or a function of a module)
 * @param faultText the text for an error, with advice
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  faultText: (error: unknown) => string,
): [Loaded<T>, reload: () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: 'loading' });
  const [reloads, setReloads] = useState(0);
  const source = useRef<typeof load>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a rising count asks again
  useEffect(() => {
    const abort = new AbortController();
    setLoaded((before) =>
      before.status === 'loaded' ? { status: 'loaded', value: before.value } : { status: 'loading' },
    );
    load(abort.signal).then(
      (value) => {
        if (abort.signal.aborted) return;
        source.current = load;
        setLoaded({ status: 'loaded', value });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const fault = faultText(error);
        // What another function has loaded is something else.
        const isReload = source.current === load;
        setLoaded((before) =>
          isReload && before.status === 'loaded' ? { ...before, fault } : { status: 'failed', fault },
        );
      },
    );
    return () => abort.abort();
  }, [load, faultText, reloads]);

  return [loaded, useCallback(() => setReloads((before) => before + 1), [])];
}
