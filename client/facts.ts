import type { Facts } from '#shared/api/facts.ts';
import { siteConfig } from './config.ts';

/**
 * `#facts` in the browser: the company's facts, as the server put them into this page. Where pages are prerendered,
 * `shared/facts.ts` has placeholders under the same names.
 */
export const facts: Facts = siteConfig().facts;

/**
 * What stands before and after something that is shown only where a fact is: nothing, as the server has taken its marks out.
 * @returns `null` where the fact is not
 */
export function around(fact: string | null): readonly [before: string, after: string] | null {
  return fact === null ? null : ['', ''];
}
