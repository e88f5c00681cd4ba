import { useEffect, useState } from 'react';
import { fetchClaimPreview } from '#client/api/claims.ts';
import { ApiProblem } from '#client/api/problem.ts';
import { useParameter } from '#client/shell/use-parameter.ts';
import type { ClaimPreview } from '#shared/api/claims.ts';

type PreviewState =
  | { kind: 'asking' }
  | { kind: 'known'; preview: ClaimPreview }
  /** `waitSeconds` when a rate limit was reached. */
  | { kind: 'unreachable'; waitSeconds: number | null };

/** The content of the claim link in the page's URL, and a function that reloads it. */
export function useClaimPreview(): [PreviewState, () => void] {
  const token = useParameter();
  const [state, setState] = useState<PreviewState>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
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
  }, [token, round]);
  return [state, () => setRound((before) => before + 1)];
}
