// Settings whose names have a typing error, which would otherwise silently have no effect.

import { distance } from 'fastest-levenshtein';
import { environmentSchema, secretSettings } from './environment.ts';

const settings = Object.keys(environmentSchema.shape);
const names = [...settings, ...[...secretSettings].map((name) => `${name}_FILE`)];
/** From this length on two letters may be wrong, or exchanged; other programs' variables are near to short names: HOME to HOST. */
const shortestForTwo = 8;

/** A warning for each variable that is no setting, but nearly the name of one that is not set. */
export function misspelledSettings(environment: NodeJS.ProcessEnv): string[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const unset = names.filter((name) => !isSet(name));
  return Object.keys(environment)
    .filter((name) => isSet(name) && !names.includes(name))
    .flatMap((name) => {
      const meant = unset.find((each) => distance(name, each) <= (each.length < shortestForTwo ? 1 : 2));
      return meant === undefined ? [] : [`${name} is no setting and has no effect: is ${meant} meant?`];
    });
}
