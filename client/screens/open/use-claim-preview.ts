import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { fetchClaimPreview } from '#client/api/claims.ts';
import { ApiProblem } from '#client/api/problem.ts';
import type { ClaimPreview } from '#shared/api/claims.ts';

export type PreviewState =
  | { kind: 'asking' }
  | { kind: 'known'; preview: ClaimPreview }
  /** `waitSeconds` when too much was asked from here. */
  | { kind: 'unreachable'; waitSeconds: number | null };

/** What the claim link in the page's address holds, and a function that asks again. */
export function useClaimPreview(): [PreviewState, () => void] {
  const { pathname } = useLocation();
  const [state, setState] = useState<PreviewState>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
    const token = pathname.slice(pathname.lastIndexOf('/') + 1);
    setState({ kind: 'asking' });
    fetchClaimPreview(token, leaving.signal).then(
      (preview) => setState({ kind: 'known', preview }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const wait = error instanceof ApiProblem && error.status === 429 ? error.retryAfterSeconds : null;
        setState({ kind: 'unreachable', waitSeconds: wait ?? null });
      },
    );
    return () => leaving.abort();
  }, [pathname, round]);
  return [state, () => setRound((before) => before + 1)];
}
