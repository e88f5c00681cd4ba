import { useCallback, useEffect, useState } from 'react';
import { operatorFault } from './operator-calls.ts';

/** Data that is fetched when the page opens and on reload. */
export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'failed'; fault: string }
  | { status: 'loaded'; value: T };

/**
 * Data fetching: runs `load`, and again when it changes or `reload` is called. The old data is shown until the new is here.
 * @param load keep it the same between renders (`useCallback`, or a function of a module)
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): [Loaded<T>, reload: () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: 'loading' });
  const [times, setTimes] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a rising count asks again
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setLoaded({ status: 'loaded', value });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setLoaded({ status: 'failed', fault: operatorFault(error) });
      },
    );
    return () => abort.abort();
  }, [load, times]);

  return [loaded, useCallback(() => setTimes((before) => before + 1), [])];
}
