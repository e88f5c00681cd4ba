import { lazy, Suspense } from 'react';
import type { Details as Given } from '#adventures/types.ts';

const Details = lazy(async () => ({ default: (await import('./Details.tsx')).Details }));

/** What is known of an adventure besides, where something is; few are so well known that every page should bring the code. */
export function LateDetails({ details }: { details: Given | undefined }) {
  return details ? (
    <Suspense fallback={null}>
      <Details details={details} />
    </Suspense>
  ) : null;
}
