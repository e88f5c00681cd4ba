import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { adventures } from '#shared/adventures.ts';
import { catalogue } from '#shared/catalogue.ts';
import { downloads } from '#shared/unlocks.ts';

/** What only an adventure's home may know: everybody else asks for it by what it is (the opening, the demo, what is sold). */
const ids = [...adventures, ...catalogue, ...downloads].map(({ id }) => id);
/** How code once called the same worlds. */
const formerNames = ['fortressOfDeath', 'maceAndMagic', 'callOfCthulhu'];
const forbidden = new RegExp(
  `(?<![\\w-])(?:${[...new Set([...ids, ...formerNames])].join('|')})(?![\\w-])`,
  'g',
);

/** Tests say what they mean, the demo's data are made up, and benchmarks use tools that may be called like an adventure. */
const allowed = /\.test\.tsx?$|-for-tests\.ts$|\/demo-|package-lock\.json$|node_modules\//;

/** The ids in a file's code; comments may give examples. */
function idsIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return code.match(forbidden) ?? [];
}

it('No id of an adventure stands outside of its home, migrations, the demo and tests', () => {
  const files = globSync('{art,client,sandbox,scripts,server,shared}/**/*.{ts,tsx,css,html,md,json}').filter(
    (file) => !allowed.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => idsIn(readFileSync(file, 'utf8')).map((id) => `${file}: ${id}`));
  expect(found).toEqual([]);
});

it.each(["const world = 'fod';", '[data-world="fist"] {', 'site.links.callOfCthulhu', '{{paths.dracula}}'])(
  'would find it in %s',
  (text) => {
    expect(idsIn(text)).toHaveLength(1);
  },
);
