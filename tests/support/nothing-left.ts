import fs from 'node:fs';
import timers from 'node:timers/promises';
import { afterAll, expect, vi } from 'vitest';

/** Objects of the platform that tests replace parts of. */
const platform = { globalThis, Date, Math, performance, console, fs, 'timers/promises': timers };

/** What libraries set when they are loaded: `sharp` tells its own library where it lies, the AWS SDK asks where it runs. */
const ofLibraries = new Set(['process.env.VIPSHOME', 'globalThis.awslambda']);
const isOfLibrary = (name: string) => name.startsWith('globalThis.__') || ofLibraries.has(name);

/** What all test files of a worker share, by name. Getters are not called, because some of them warn. */
export function surroundings(): Map<string, unknown> {
  const found = new Map<string, unknown>([
    ['a fake clock', vi.isFakeTimers()],
    ['the current folder', process.cwd()],
  ]);
  for (const [name, object] of Object.entries(platform))
    for (const [key, { get, value = get }] of Object.entries(Object.getOwnPropertyDescriptors(object)))
      found.set(`${name}.${key}`, value);
  for (const [key, value] of Object.entries(process.env)) found.set(`process.env.${key}`, value);
  return found;
}

/** @returns the names of what is there no longer, not yet or differently */
export function changed(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => !isOfLibrary(name) && !Object.is(before.get(name), after.get(name)));
}

const before = surroundings();
/**
 * Vitest's set-up of each test file: a file that leaves a worker's surroundings otherwise than it found them fails by its own name.
 * Else some other file would fail, and only in runs where it comes later in the same worker.
 */
afterAll(() => {
  expect(changed(before, surroundings()), 'left behind by this file').toEqual([]);
});
