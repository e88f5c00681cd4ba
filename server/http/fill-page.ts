// Fills this company's facts into the placeholders of prerendered pages and text files.

import type { Facts } from '#shared/api/facts.ts';
import { escapeMarkup, fillFacts } from '#shared/fill-facts.ts';
import { jsonForScript } from '#shared/json-for-script.ts';

const structuredData = /(<script type="application\/ld\+json">)(.*?)(<\/script>)/gs;

/**
 * Fills the facts into a page. Its structured data (JSON-LD) needs JSON escaping, and an entry whose fact is not set is
 * left out.
 * @throws {Error} naming a fact that the page needs and that is not set
 */
export function fillPage(html: string, facts: Facts): string {
  return fillMarkup(
    html.replace(structuredData, (_, start: string, json: string, end: string) => {
      return start + jsonForScript(fillValue(JSON.parse(json), facts)) + end;
    }),
    facts,
  );
}

/** Fills the facts into HTML or XML. */
export const fillMarkup = (text: string, facts: Facts): string => fillFacts(text, facts, escapeMarkup);

/** A value that is one placeholder and nothing else. */
const single = /^fact\.[\w.-]+\.invalid$/;

/** @returns `undefined` for a fact that is not set: `JSON.stringify` leaves such a property out */
function fillValue(value: unknown, facts: Facts): unknown {
  if (typeof value === 'string') {
    if (single.test(value))
      return fillFacts(`{{if ${value}}}${value}{{end ${value}}}`, facts, String) || undefined;
    // Answers of the FAQ are HTML.
    return fillFacts(value, facts, value.includes('<') ? escapeMarkup : String);
  }
  if (Array.isArray(value)) {
    return value.map((item) => fillValue(item, facts)).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, facts)]));
}
