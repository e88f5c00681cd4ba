import type { ReactNode } from 'react';
import { after, before } from '#facts';

interface WithFactProps {
  /** `null` where the company has no such thing. */
  fact: string | null | undefined;
  children: (fact: string) => ReactNode;
}

/** Shows something only where a fact is: a link without one is not shown. */
export function WithFact({ fact, children }: WithFactProps) {
  // Three children here and in the browser, whose marks are empty: React counts them for `useId`.
  return fact ? (
    <>
      {before(fact)}
      {children(fact)}
      {after(fact)}
    </>
  ) : null;
}
