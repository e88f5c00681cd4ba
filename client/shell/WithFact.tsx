import { Fragment, type ReactNode } from 'react';
import { around } from '#facts';

interface WithFactProps {
  /** `null` where the company has no such thing. */
  fact: string | null | undefined;
  children: (fact: string) => ReactNode;
}

/** Shows something only where a fact is: a link without one is not shown. */
export function WithFact({ fact, children }: WithFactProps) {
  const marks = around(fact ?? null);
  if (!marks || !fact) return null;
  // Three children here and in the browser, whose marks are empty: React counts them for `useId`.
  return (
    <Fragment>
      {marks[0]}
      {children(fact)}
      {marks[1]}
    </Fragment>
  );
}
