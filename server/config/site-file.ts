// The site file (SITE_FILE): the company's facts.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type Facts, factsSchema } from '#shared/api/facts.ts';
import { fileFault } from './file-fault.ts';

/** The documented example: invented facts, for the demo and for trying things out. */
const exampleFile = resolve(import.meta.dirname, '../../site.example.json');

/** Facts that may be the same for several companies: the authorities for consumers, and the country. */
const commonFacts = /^(bodies\.|company\.address\.country$)/;

/** Values that only examples and templates have: reserved domains (RFC 2606), all-zero ids, and the word itself. */
const placeholders =
  /\b(?:[\w-]+\.)*(?:example|invalid|localhost|test)(?:\.(?:com|net|org)|(?=[/:]|$))|\bcom\.example\.|\/example\/|\bid0+\b|\b(?:to-?do|changeme|lorem|x{3,})\b/i;

/** @returns the facts, or the faults, one line each */
type SiteFile = { facts: Facts; faults: readonly [] } | { facts: null; faults: readonly string[] };

/**
 * Reads the company's facts.
 * @param file the path in `SITE_FILE`; the example when it is unset
 * @param live whether real money is taken: then example values are refused, all of them at once
 */
export function readSiteFile(file: string | undefined, live: boolean): SiteFile {
  if (file === undefined && live) {
    return {
      facts: null,
      faults: [
        'SITE_FILE must be set together with a live payment key: expected the file with your company’s facts, as site.example.json has those of an example',
      ],
    };
  }
  const given = readJson(file ?? exampleFile);
  if ('fault' in given) return { facts: null, faults: [`SITE_FILE ${given.fault}`] };
  const parsed = factsSchema.safeParse(withMailDefaults(given.json));
  if (!parsed.success) return { facts: null, faults: parsed.error.issues.flatMap(faultLines) };
  const faults = live ? exampleFaults(parsed.data) : [];
  return faults.length > 0 ? { facts: null, faults } : { facts: parsed.data, faults: [] };
}

function readJson(file: string): { json: unknown } | { fault: string } {
  let text: string;
  try {
    // Some editors put a byte order mark (BOM) before the text.
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { fault: fileFault(error) };
  }
  try {
    return { json: JSON.parse(text) };
  } catch (error) {
    return { fault: `is no JSON: ${(error as SyntaxError).message}` };
  }
}

/** A small company has one mailbox: missing addresses default to `support`. */
function withMailDefaults(json: unknown): unknown {
  const { email } =
    z.looseObject({ email: z.looseObject({ support: z.string() }) }).safeParse(json).data ?? {};
  if (!email) return json;
  const names = Object.keys(factsSchema.shape.email.shape);
  const all = { ...Object.fromEntries(names.map((name) => [name, email.support])), ...email };
  return { ...(json as object), email: all };
}

function faultLines({ path, message, ...issue }: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `SITE_FILE ${[...path, key].join('.')}: there is no such fact`);
  }
  return [`SITE_FILE ${path.join('.') || 'as a whole'}: ${message}`];
}

/** Values that are still those of the example, or that no real company has. */
function exampleFaults(facts: Facts): string[] {
  const example = new Map(leavesOf(JSON.parse(readFileSync(exampleFile, 'utf8'))));
  return leavesOf(facts)
    .filter(([path, fact]) => {
      const isExamples = example.get(path) === fact && !commonFacts.test(path);
      return isExamples || placeholders.test(fact);
    })
    .map(
      ([path]) => `SITE_FILE ${path}: an example, which must not meet a live payment key; expected your own`,
    );
}

/** Every text in a tree, with its path. */
function leavesOf(tree: unknown, path = ''): [path: string, text: string][] {
  if (typeof tree === 'string') return [[path, tree]];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, child]) =>
    leavesOf(child, path === '' ? key : `${path}.${key}`),
  );
}
