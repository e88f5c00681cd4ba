import { facts } from '#facts';
import { escapeMarkup, fillFacts } from '#shared/fill-facts.ts';

/** A text of `client/content` or of an adventure as HTML, with the company's facts filled in as the server does. */
export const withFacts = (html: string): string => fillFacts(html, facts, escapeMarkup);
