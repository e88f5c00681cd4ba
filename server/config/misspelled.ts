// Settings whose names have a typing error, which would otherwise silently have no effect.

import { closest, distance } from 'fastest-levenshtein';
import { environmentSchema, secretSettings } from './environment.ts';

/** Each setting with the other name that it can have. */
const settings = Object.keys(environmentSchema.shape).map((name) =>
  secretSettings.has(name) ? [name, `${name}_FILE`] : [name],
);
const names = settings.flat();
/**
 * From this length on two letters may be wrong, or exchanged, and the end may be missing or another; other programs' variables are
 * near to short names: HOME to HOST.
 */
const shortestForTwo = 8;

/** A warning for each variable that is no setting, but nearly the name of one that is not set. */
export function misspelledSettings(environment: NodeJS.ProcessEnv): string[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const unset = settings.filter((both) => !both.some(isSet)).flat();
  return Object.keys(environment)
    .filter((name) => isSet(name) && !names.includes(name))
    .flatMap((name) => {
      const near = unset.filter((each) => isNear(plain(name), plain(each)));
      return near.length === 0
        ? []
        : [`${name} is no setting and has no effect: is ${closest(plain(name), near)} meant?`];
    });
}

/** Case tells no names apart, nor do the two words for mail that our own begin with. */
const plain = (name: string) => name.toUpperCase().replace(/^MAIL_/, 'SMTP_');

function isNear(name: string, setting: string): boolean {
  if (distance(name, setting) <= (setting.length < shortestForTwo ? 1 : 2)) return true;
  const [short, long] = name.length < setting.length ? [name, setting] : [setting, name];
  // All but the last letter: PROXIES for PROXY.
  return short.length >= shortestForTwo && long.startsWith(short.slice(0, -1));
}
