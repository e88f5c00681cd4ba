import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { listedProducts } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { socialCardPath } from '#shared/social-cards.ts';
import type { CoverName } from '../../art/index.ts';
import { archiveOf } from './archive.ts';
import { signSvg, wordmarkSvg } from './brand.ts';
import { masterPicture, type Palette } from './card-art.ts';
import { factSheet, licenceNote } from './fact-sheet.ts';
import type { PageFacts } from './page-facts.ts';
import { cachedPicture } from './picture-cache.ts';
import { loadTypefaces } from './text-outlines.ts';

/** The covers in the kit: file name and drawing. */
const covers: Readonly<Record<string, CoverName>> = {
  'the-fortress-of-death': 'fod',
  fist: 'fist',
  'mace-and-magic': 'maceandmagic',
  'call-of-cthulhu': 'coc_aatt',
  dracula: 'dracula',
};

/** Writes `/press-kit.zip` into the client build. Needs the icons and the social cards in their place. */
export async function writePressKit(
  client: string,
  pages: readonly PageFacts[],
  palette: Palette,
): Promise<void> {
  const { inkDeep, paper, ember } = palette;
  const { display } = await loadTypefaces();
  const files = new Map<string, string | Uint8Array>([
    ['fact-sheet.txt', factSheet(pages)],
    ['licence.txt', licenceNote()],
    ['logo/sign-on-dark.svg', signSvg(ember)],
    ['logo/sign-on-light.svg', signSvg(inkDeep)],
    ['logo/wordmark-on-dark.svg', wordmarkSvg(display, { signColour: ember, nameColour: paper })],
    ['logo/wordmark-on-light.svg', wordmarkSvg(display, { signColour: inkDeep, nameColour: inkDeep })],
    ['logo/icon-512.png', await readFile(join(client, 'icons/icon-512.png'))],
  ]);
  for (const [name, world] of Object.entries(covers)) files.set(`covers/${name}.jpg`, await cover(world));
  for (const path of ['/', ...listedProducts(['game', 'bundle']).map(({ url }) => paths.product(url))]) {
    const card = socialCardPath(path);
    files.set(card.replace('/social/', 'previews/'), await readFile(join(client, card)));
  }
  await writeFile(join(client, 'press-kit.zip'), await archiveOf(files));
}

async function cover(world: CoverName): Promise<Uint8Array> {
  const master = await masterPicture(world);
  return cachedPicture([master, 'jpeg 86'], () =>
    sharp(master).jpeg({ quality: 86, mozjpeg: true }).toBuffer(),
  );
}
