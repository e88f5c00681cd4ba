import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { homesFolder } from '../../shared/homes/files.ts';
import { checkHomes } from './check-homes.ts';

const root = mkdtempSync(join(tmpdir(), 'homes-'));
afterAll(() => rmSync(root, { recursive: true }));
let copies = 0;

/** A copy of the homes in which one file reads differently. */
function homesWith(path: string, change: (text: string) => string): string {
  const folder = join(root, String(copies++), 'adventures');
  cpSync(homesFolder, folder, {
    recursive: true,
    filter: (source) => !/picture|sound|voice|print\./.test(source.slice(homesFolder.length)),
  });
  const file = join(folder, path);
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  return folder;
}
const without = (line: string | RegExp) => (text: string) => text.replace(line, '');

describe('the check of the homes', () => {
  // `npm run check` itself looks at those that are there.
  it.each([
    [
      'the release day of a pre-order that is left out',
      'coc_aatt/adventure.ts',
      without(/ {2}releasedOn: .*\n/),
      ['adventures/coc_aatt/adventure.ts: releasedOn: is missing'],
    ],
    [
      'the release day of a pre-order that is said not to exist',
      'coc_aatt/adventure.ts',
      (text: string) => text.replace("releasedOn: '2025-08-01'", 'releasedOn: null'),
      ['adventures/coc_aatt/adventure.ts: products.0.preOrder: is true, so releasedOn must be a day'],
    ],
    [
      'a day that the calendar does not have',
      'coc_aatt/adventure.ts',
      (text: string) => text.replace('2025-08-01', '2025-02-30'),
      ['adventures/coc_aatt/adventure.ts: releasedOn: must be a day, written YYYY-MM-DD'],
    ],
    [
      'the release day of a bundle that has not moved with the last of its adventures',
      'fod/adventure.ts',
      (text: string) => text.replace("releasedOn: '2025-03-28'", "releasedOn: '2025-03-01'"),
      [
        'adventures/bundle-pre-order/adventure.ts: releasedOn: is 2025-03-28, but the last that products.0 unlocks has 2025-03-01',
      ],
    ],
    [
      'words under another name',
      'fist/words.ts',
      (text: string) => text.replace('export const words', 'export const texts'),
      ['adventures/fist/words.ts: exports no "words"'],
    ],
    [
      'a price that is left out',
      'fist/adventure.ts',
      without(/ {6}price: .*\n/),
      ['adventures/fist/adventure.ts: products.0.price: is missing'],
    ],
    [
      'an alt text that is left out',
      'dracula/words.ts',
      without(/ {2}pictureAlt:\n.*\n/),
      ['adventures/dracula/words.ts: pictureAlt: is missing'],
    ],
    [
      'an alt text that says nothing',
      'dracula/words.ts',
      (text: string) => text.replace(/pictureAlt:\n.*\n/, "pictureAlt: 'A castle',\n"),
      [
        'adventures/dracula/words.ts: pictureAlt: must say in a sentence what the picture is like for somebody who does not see it',
      ],
    ],
    [
      'a field that does not exist',
      'fist/adventure.ts',
      (text: string) => text.replace('price: 250', 'prize: 250'),
      [
        'adventures/fist/adventure.ts: products.0.price: is missing',
        'adventures/fist/adventure.ts: products.0: Unrecognized key: "prize"',
      ],
    ],
    [
      'words for the shop that are left out',
      'fist/words.ts',
      without(/ {2}shop: \{[\s\S]*?\n {2}\},\n/),
      ['adventures/fist/words.ts: shop: is missing'],
    ],
    [
      'an adventure that nobody knows',
      'bundle-pre-order/adventure.ts',
      (text: string) => text.replace("'fist',", "'fits',"),
      ['adventures/bundle-pre-order/adventure.ts: products.0.unlocks.1: there is no "fits"'],
    ],
    [
      'a slug that is given twice',
      'fist/adventure.ts',
      (text: string) => text.replace("slug: 'fist'", "slug: 'fod'"),
      [
        'adventures/fod/adventure.ts: products.0.slug: is fod, as in adventures/fist/adventure.ts: products.0.slug',
      ],
    ],
    [
      'an id that is not the folder',
      'dracula/adventure.ts',
      (text: string) => text.replace("id: 'dracula'", "id: 'drac'"),
      ['adventures/dracula/adventure.ts: id: is "drac", but its folder is "dracula"'],
    ],
    [
      'an accent that cannot be read',
      'dracula/adventure.ts',
      (text: string) => text.replace('#c9d3e0', '#334455'),
      ['adventures/dracula/adventure.ts: look.accent: has too little contrast with #13272b'],
    ],
    [
      'a press release without a date',
      'dracula/press/dracula.md',
      without(/date: .*\n/),
      ['adventures/dracula/press/dracula.md: date: is missing'],
    ],
    [
      'a placeholder that names nothing',
      'fist/page.md',
      (text: string) => `${text}\n{{link of F.I.S.T.}}\n`,
      ['adventures/fist/page.md: {{link of F.I.S.T.}} names no text of the site.'],
    ],
    [
      'a picture that is not there',
      'fist/product.md',
      (text: string) => `${text}\n![A door](art:fist-door)\n`,
      ['adventures/fist/product.md: art:fist-door is no picture of the site.'],
    ],
    [
      'a second title of a page',
      'fist/page.md',
      (text: string) => `# F.I.S.T.\n\n${text}`,
      [
        'adventures/fist/page.md: has a heading with one "#": the page\'s title is there already, so begin with "##"',
      ],
    ],
    [
      'a product that does not say what one needs',
      'fist/product.md',
      (text: string) => text.replace('## What you need', '## Needed'),
      ['adventures/fist/product.md: has no heading "## What you need"'],
    ],
    [
      'a description that is too short for search results',
      'fist/words.ts',
      (text: string) =>
        text.replace(/description:\n.*\n/, "description: '<em>Down, into the castle of a demon.</em>',\n"),
      ['adventures/fist/words.ts: shop.description: must have 50 to 170 characters: search results show it'],
    ],
    [
      'what is discontinued and sold ahead',
      'bundle-pre-order/adventure.ts',
      (text: string) => text.replace('preOrder: true,', 'preOrder: true, discontinued: true,'),
      [
        'adventures/bundle-pre-order/adventure.ts: products.0.preOrder: is true, but what is discontinued cannot be ordered ahead',
      ],
    ],
    [
      'a page that has nothing left to offer',
      'fist/adventure.ts',
      (text: string) => text.replace('preOrder: false,', 'preOrder: false, discontinued: true,'),
      ['adventures/fist/adventure.ts: page: has nothing left to offer; take it away, or give it a link'],
    ],
    [
      'a home page that begins with what is discontinued',
      'fod/adventure.ts',
      (text: string) => text.replace('preOrder: false }', 'preOrder: false, discontinued: true }'),
      [
        'adventures/fod/adventure.ts: products.0.discontinued: is true, but the home page begins with it (opening)',
      ],
    ],
    [
      'an opening that no home has',
      'fod/words.ts',
      without(/ {2}opening: \{[\s\S]*?\n {2}\},\n/),
      ['adventures/*/words.ts: opening: one home must have it, and none has'],
    ],
  ])('names %s by file and field', async (_, path, change, faults) => {
    expect(await checkHomes(homesWith(path, change))).toEqual(faults);
  });

  it('knows what a product may say besides: what it is for Stripe Tax', async () => {
    const book = (text: string) =>
      text.replace('preOrder: false,', "preOrder: false, taxCode: 'txcd_10302000',");
    expect(await checkHomes(homesWith('fist/adventure.ts', book))).toEqual([]);
  });

  it('names everything that an empty folder lacks', async () => {
    const folder = homesWith('fist/words.ts', (text) => `${text}\n`);
    mkdirSync(join(folder, 'new'));
    expect(await checkHomes(folder)).toEqual([
      'adventures/new/adventure.ts: is missing',
      'adventures/new/words.ts: is missing',
      'adventures/new/cover.jpg: is missing, and so are cover.png, cover.svg and cover.ts',
    ]);
  });

  it('wants a painted cover in a size that is sharp on a good screen', async () => {
    const folder = homesWith('fist/words.ts', (text) => `${text}\n`);
    const small = sharp({ create: { width: 300, height: 400, channels: 3, background: '#733' } });
    await small.jpeg().toFile(join(folder, 'fist/cover.jpg'));
    expect(await checkHomes(folder)).toEqual([
      'adventures/fist/cover.jpg: is 300 × 400 pixels; 960 × 1280 is the least',
    ]);
  });
});
