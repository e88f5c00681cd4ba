import type { Facts } from './api/facts.ts';

/**
 * Placeholders for the company's facts in what the build makes. The server puts the facts in when it starts, so that one image
 * serves any company; the browser does the same in texts that it fetches. `fact.email.support.invalid` stands for a fact, and
 * `{{if fact.links.mainSite.invalid}}…{{end fact.links.mainSite.invalid}}` around something keeps it only where the fact is.
 * The names are made of characters that Markdown, HTML, JSON and addresses leave alone.
 */

/** The placeholder of the fact at a path such as `email.support`. */
export const placeholderOf = (path: string): string => `fact.${path}.invalid`;

/** Before and after what is shown only where a fact is. @param placeholder the fact's */
export const opening = (placeholder: string): string => `{{if ${placeholder}}}`;
export const closing = (placeholder: string): string => `{{end ${placeholder}}}`;

const conditional = /\{\{if fact\.([\w.-]+?)\.invalid\}\}(.*?)\{\{end fact\.\1\.invalid\}\}/gs;
const placeholder = /fact\.([\w.-]+?)\.invalid/g;

/** A fact as text inside of HTML and XML, attributes included. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/**
 * Puts the facts into a text.
 * @param escaped makes a fact safe for where the text is going
 * @throws {Error} naming a fact that the text needs and that is not there
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

/** `null` for a fact that is not there; an adventure of which nothing is said has none. */
function factAt(facts: Facts, path: string): string | null {
  const found = path.split('.').reduce<unknown>((holder, key) => {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return null;
    return (holder as Record<string, unknown>)[key];
  }, facts);
  return typeof found === 'string' ? found : null;
}
