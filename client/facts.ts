import type { Facts } from '#shared/api/facts.ts';
import { siteConfig } from './config.ts';

/**
 * `#facts` in the browser: the company's facts, from the settings that the server put into this page. For prerendering,
 * `shared/facts.ts` has placeholders under the same names.
 */
export const facts: Facts = siteConfig().facts;

/** The site's own address, without a trailing slash. */
export const publicUrl: string = siteConfig().publicUrl;

/** The marks around what is only shown if a fact is set: empty here, because the server has removed them. */
export const opening = (_fact: string): string => '';
export const closing = opening;
