// Recognises the columns of a CSV file that another program has written.

import { Refusal } from '#server/refusal.ts';

/** A column's name in the shop, with its headings elsewhere, all in lower case. */
export type KnownHeadings = Readonly<Record<string, readonly string[]>>;

/** Exports of backers: Kickstarter's backer report, BackerKit's, and common hand-made headings. */
export const backerHeadings: KnownHeadings = {
  email: ['email', 'e-mail', 'backer email', 'email address', 'e-mail address'],
  reward: ['reward', 'reward title', 'pledge level', 'reward tier', 'pledge title'],
  state: ['pledged status', 'pledge status'],
};

export const purchaseHeadings: KnownHeadings = {
  email: ['email', 'e-mail', 'email address', 'billing email'],
  product: ['product', 'product id', 'sku'],
};

/** Which heading stands for which column, as the operator writes it: `email=Backer Email`. @throws {Refusal} */
export function readColumns(definitions: readonly string[], known: KnownHeadings): Map<string, string> {
  return new Map(
    definitions.map((definition) => {
      const at = definition.indexOf('=');
      const column = definition.slice(0, at).trim().toLowerCase();
      const heading = definition.slice(at + 1).trim();
      if (at < 1 || heading === '' || !(column in known)) {
        const columns = Object.keys(known).join(', ');
        throw new Refusal(
          'invalid_request',
          `Write a column as NAME=HEADING, with a name out of ${columns}, not "${definition}".`,
        );
      }
      return [column, heading.toLowerCase()];
    }),
  );
}

/**
 * The headings of a file, translated to the shop's names.
 * @param headings in lower case, as the file has them
 * @param chosen the operator's choice: a column and the heading for it
 * @throws {Refusal} when a chosen heading is not there
 */
export function nameColumns(
  headings: readonly string[],
  known: KnownHeadings,
  chosen: ReadonlyMap<string, string>,
): string[] {
  const named = [...headings];
  for (const [column, usual] of Object.entries(known)) {
    const said = chosen.get(column);
    if (said !== undefined && !headings.includes(said)) {
      throw new Refusal(
        'invalid_request',
        `There is no column "${said}"; the first line names ${headings.join(', ')}.`,
      );
    }
    const heading = said ?? usual.find((one) => headings.includes(one));
    if (heading === undefined) continue;
    // If the operator chose a heading, a column that happens to have the shop's name is not the one meant.
    named.forEach((name, index) => {
      if (name === column) named[index] = `(${name})`;
    });
    named[headings.indexOf(heading)] = column;
  }
  return named;
}
