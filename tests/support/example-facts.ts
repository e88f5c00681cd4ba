import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { factsSchema } from '#shared/api/facts.ts';

const example = readFileSync(resolve(import.meta.dirname, '../../site.example.json'), 'utf8');

/** The facts of the documented example, used by the demo and by shops in tests. */
export const exampleFacts = factsSchema.parse(JSON.parse(example));

/** The facts of a real company: none is left from the example, which a live key refuses. */
export const ownFacts = factsSchema.parse(
  JSON.parse(
    example
      .replaceAll('example.com', 'ember-and-ash.se')
      .replaceAll('com.example.blackether', 'se.emberandash.app')
      .replaceAll('id0000000000', 'id1640273598')
      .replaceAll('projects/example/', 'projects/ember/')
      .replaceAll(/(?<="video": ")[^"]+/g, 'dQw4w9WgXcQ')
      .replaceAll('Black Ether Audio AB', 'Ember & Ash AB')
      .replaceAll('556000-0000', '559123-4567')
      .replaceAll('SE556000000001', 'SE559123456701')
      .replaceAll('+46 8 000 00 00', '+46 8 123 45 67')
      .replaceAll('Exempelgatan 1', 'Hornsgatan 12')
      .replaceAll('111 11', '118 20')
      .replaceAll('"Stockholm"', '"Solna"'),
  ),
);
