// Validation of settings: all faults are reported at once.

import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { environmentSchema, secretSettings } from './environment.ts';
import { fileFault } from './file-fault.ts';
import { misspelledSettings } from './misspelled.ts';

/** Every fault of a configuration, each a line that names the variable and says what is expected. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigurationError';
    this.faults = faults;
  }
}

/** Validates the settings of a schema, including rules between settings. @throws {ConfigurationError} */
export function checked<S extends z.ZodObject>(
  schema: S,
  environment: NodeJS.ProcessEnv,
  rules: readonly ((given: Record<string, string>) => readonly string[])[],
): z.infer<S> {
  const fileFaults: string[] = [];
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const typed = environment[name]?.trim();
      const read = fromFile(name, environment, fileFaults);
      // One of the two would be ignored, and changing it would silently have no effect.
      if (typed && read !== undefined)
        fileFaults.push(`${name} and ${name}_FILE are both set: expected one of them`);
      const value = typed || read;
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = schema.safeParse(given);
  const quoted = Object.keys(given).filter((name) => isQuoted(given[name] ?? ''));
  const faults = [
    ...fileFaults,
    ...quoted.map((name) => `${name} is in quotes, which are a part of it here: expected it without them`),
    ...(parsed.success ? [] : faultLines(parsed.error, given, quoted)),
    ...rules.flatMap((rule) => rule(given)),
  ];
  if (!parsed.success || faults.length > 0) {
    // A misspelled name is often why another is not set.
    throw new ConfigurationError([...faults, ...misspelledSettings(environment)]);
  }
  return parsed.data;
}

/**
 * Compose and systemd take quotes around a value away, `docker run --env-file` and a secret's file do not: the shop would work
 * with another session key, folder or group than the one that was meant.
 */
const isQuoted = (value: string) => /^(["']).*\1$/s.test(value);

function fromFile(name: string, environment: NodeJS.ProcessEnv, faults: string[]): string | undefined {
  const file = secretSettings.has(name) ? environment[`${name}_FILE`]?.trim() : undefined;
  if (!file) return undefined;
  try {
    const secret = readFileSync(file, 'utf8').trim();
    // An empty file must not count as an unset variable: without its database's address, a shop would open another one.
    if (secret === '') faults.push(`${name}_FILE is an empty file: expected the secret in it`);
    return secret;
  } catch (error) {
    faults.push(`${name}_FILE ${fileFault(error)}`);
    return undefined;
  }
}

/**
 * One line per fault. The value itself is never quoted: it may be a secret with a typing error in it.
 * @param told names of settings of which more need not be said
 */
function faultLines(error: z.ZodError, given: Record<string, string>, told: readonly string[]): string[] {
  return error.issues.flatMap((issue) => {
    const name = String(issue.path[0]) as keyof typeof environmentSchema.shape;
    if (told.includes(name)) return [];
    const meaning = environmentSchema.shape[name].description;
    return given[name] === undefined
      ? `${name} is not set: expected ${meaning}`
      : `${name} is not right: ${issue.message} (${meaning})`;
  });
}
