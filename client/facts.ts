import type { Facts } from '#shared/api/facts.ts';
import { siteConfig } from './config.ts';

/**
 * `#facts` in the browser: the company's facts, as the server put them into this page. Where pages are prerendered,
 * `shared/facts.ts` has placeholders under the same names.
 */
export const facts: Facts = siteConfig().facts;

/** The marks around what is shown only where a fact is: nothing here, as the server has taken them out. */
export const before = (_fact: string): string => '';
export const after = before;
