import type { Facts } from './api/facts.ts';

/**
 * Placeholders for the company's facts in built files. The server fills in the facts at start, so that one image serves
 * any company; the browser does the same in texts that it loads. `fact.email.support.invalid` stands for a fact, and
 * `{{if fact.links.mainSite.invalid}}…{{end fact.links.mainSite.invalid}}` keeps its content only if the fact is set. The
 * names consist of characters that Markdown, HTML, JSON and URLs leave unchanged.
 */

/** The placeholder of the fact at a path such as `email.support`. */
export const placeholderOf = (path: string): string => `fact.${path}.invalid`;

/** The marks around what is only shown if a fact is set. @param placeholder the fact's */
export const opening = (placeholder: string): string => `{{if ${placeholder}}}`;
export const closing = (placeholder: string): string => `{{end ${placeholder}}}`;

const conditional = /\{\{if fact\.([\w.-]+?)\.invalid\}\}(.*?)\{\{end fact\.\1\.invalid\}\}/gs;
const placeholder = /fact\.([\w.-]+?)\.invalid/g;

/** A text escaped for HTML and XML, attributes included. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/**
 * Fills the facts into a text.
 * @param escaped escapes a fact for the kind of text
 * @throws {Error} naming a fact that the text needs and that is not set
 */
export function fillFacts(text: string, facts: Facts, escaped: (fact: string) => string): string {
  return text
    .replace(conditional, (_, path: string, inner: string) =>
      factAt(facts, path) === null ? '' : fillFacts(inner, facts, escaped),
    )
    .replace(placeholder, (_, path: string) => {
      const fact = factAt(facts, path);
      if (fact === null) throw new Error(`A text needs the fact ${path}, which is not there.`);
      return escaped(fact);
    });
}

/** `null` for a fact that is not set, also for an adventure without facts. */
function factAt(facts: Facts, path: string): string | null {
  const found = path.split('.').reduce<unknown>((holder, key) => {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return null;
    return (holder as Record<string, unknown>)[key];
  }, facts);
  return typeof found === 'string' ? found : null;
}
