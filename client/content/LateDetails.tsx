import { lazy, Suspense } from 'react';
import type { Details as Given } from '#adventures/types.ts';

const Details = lazy(async () => ({ default: (await import('./Details.tsx')).Details }));

/** Details of an adventure, if there are any; lazily loaded, because few adventures have them. */
export function LateDetails({ details }: { details: Given | undefined }) {
  return details ? (
    <Suspense fallback={null}>
      <Details details={details} />
    </Suspense>
  ) : null;
}
