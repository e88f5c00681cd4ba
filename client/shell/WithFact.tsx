import type { ReactNode } from 'react';
import { closing, opening } from '#facts';

interface WithFactProps {
  /** `null` if the company has no such thing. */
  fact: string | null | undefined;
  children: (fact: string) => ReactNode;
}

/** Renders its children only if a fact is set: a link without its URL is not shown. */
export function WithFact({ fact, children }: WithFactProps) {
  // Three children here and in the browser, where the marks are empty, because React counts them for `useId`.
  return fact ? (
    <>
      {opening(fact)}
      {children(fact)}
      {closing(fact)}
    </>
  ) : null;
}
