// Settings whose names have a typing error, which would otherwise silently have no effect.

import { environmentSchema, secretSettings } from './environment.ts';

const settings = Object.keys(environmentSchema.shape);
const names = [...settings, ...[...secretSettings].map((name) => `${name}_FILE`)];
/** Other programs' variables are near to short names: HOME to HOST. */
const shortestForTwo = 8;

/** A warning for each variable that is no setting, but nearly the name of one that is not set. */
export function misspelledSettings(environment: NodeJS.ProcessEnv): string[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const unset = names.filter((name) => !isSet(name));
  return Object.keys(environment)
    .filter((name) => isSet(name) && !names.includes(name))
    .flatMap((name) => {
      const meant = unset.find((each) => typingErrors(name, each) <= (each.length < shortestForTwo ? 1 : 2));
      return meant === undefined ? [] : [`${name} is no setting and has no effect: is ${meant} meant?`];
    });
}

/** How many letters are wrong, missing, too many, or exchanged with the next (optimal string alignment distance). */
function typingErrors(typed: string, meant: string): number {
  if (Math.abs(typed.length - meant.length) > 2) return Number.POSITIVE_INFINITY;
  const rows = [Array.from(meant, (_, index) => index)];
  rows[0]?.push(meant.length);
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= typed.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isExchanged = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      const ways = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        ...(row > 1 && column > 1 && isExchanged ? [at(row - 2, column - 2) + 1] : []),
      ];
      rows[row]?.push(Math.min(...ways));
    }
  }
  return at(typed.length, meant.length);
}
