import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { factsSchema } from '#shared/api/facts.ts';

/** The facts of the documented example, which the demo and shops in tests have. */
export const exampleFacts = factsSchema.parse(
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../site.example.json'), 'utf8')),
);
