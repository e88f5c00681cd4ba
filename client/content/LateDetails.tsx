import { Suspense } from 'react';
import type { Details as Given } from '#adventures/types.ts';
import { lateComponent } from './late.ts';

const Details = lateComponent(() => import('./Details.tsx').then((part) => part.Details));

/** Details of an adventure, if there are any; lazily loaded, because few adventures have them. */
export function LateDetails({ details }: { details: Given | undefined }) {
  return details ? (
    <Suspense fallback={null}>
      <Details details={details} />
    </Suspense>
  ) : null;
}
