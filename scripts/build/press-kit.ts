import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { viewNames } from '#adventures/view-types.ts';
import { shortNames } from '#homes/names';
import { games } from '#shared/adventures.ts';
import { listedProducts } from '#shared/catalogue.ts';
import { pressKitMegabytes, pressKitPath } from '#shared/press-kit.ts';
import { paths } from '#shared/routes.ts';
import { socialCardPath } from '#shared/social-cards.ts';
import { archiveOf } from './archive.ts';
import { signSvg, wordmarkSvg } from './brand.ts';
import { masterPicture, type Palette } from './card-art.ts';
import { factSheet, licenceNote } from './fact-sheet.ts';
import { viewedWorlds } from './home-pictures.ts';
import type { PageFacts } from './page-facts.ts';
import { cachedPicture } from './picture-cache.ts';
import { printCover } from './print-covers.ts';
import { loadTypefaces } from './text-outlines.ts';
import { drawTitledCover } from './titled-cover.ts';

/** What the pictures of an adventure are called in the kit: its short name as newspapers' file systems like it. */
function fileNameOf(id: string): string {
  return (shortNames[id] ?? id)
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Pictures of the site, taken by `npm run screenshots`. */
const screenshots = resolve(import.meta.dirname, '../../art/press/screenshots');

/**
 * Writes `/press-kit.zip` into the client build, as `shared/press-kit.ts` describes it. Needs the icons and the social cards in
 * their place.
 * @throws {Error} when it is larger than the press page says
 */
export async function writePressKit(
  client: string,
  pages: readonly PageFacts[],
  palette: Palette,
): Promise<void> {
  const { inkDeep, paper, ember } = palette;
  const faces = await loadTypefaces();
  const { display } = faces;
  const files = new Map<string, string | Uint8Array>([
    ['fact-sheet.txt', factSheet(pages)],
    ['licence.txt', licenceNote()],
    ['logo/sign-on-dark.svg', signSvg(ember)],
    ['logo/sign-on-light.svg', signSvg(inkDeep)],
    ['logo/wordmark-on-dark.svg', wordmarkSvg(display, { signColour: ember, nameColour: paper })],
    ['logo/wordmark-on-light.svg', wordmarkSvg(display, { signColour: inkDeep, nameColour: inkDeep })],
    ['logo/icon-512.png', await readFile(join(client, 'icons/icon-512.png'))],
  ]);
  const add = async (name: string, picture: Promise<Uint8Array>) => files.set(name, await picture);
  await Promise.all(
    games.flatMap(({ id, name }) => [
      add(`covers/titled/${fileNameOf(id)}.jpg`, drawTitledCover(id, name, faces, palette)),
      add(`covers/print/${fileNameOf(id)}.jpg`, printCover(id)),
      add(`covers/web/${fileNameOf(id)}.jpg`, webCover(id)),
      add(`banners/${fileNameOf(id)}.jpg`, rendered(client, `${id}-wide-2400`)),
    ]),
  );
  await add('app/the-app-on-a-phone.jpg', rendered(client, 'app-960'));
  for (const id of viewedWorlds)
    for (const view of viewNames)
      await add(`views/${fileNameOf(id)}-${view}.jpg`, rendered(client, `${id}-${view}-1200`));
  for (const name of await readdir(screenshots))
    files.set(`screenshots/${name}`, await readFile(join(screenshots, name)));
  for (const path of ['/', ...listedProducts(['game', 'bundle']).map(({ url }) => paths.product(url))]) {
    const card = socialCardPath(path);
    files.set(card.replace('/social/', 'previews/'), await readFile(join(client, card)));
  }
  const archive = await archiveOf(files);
  if (archive.length > pressKitMegabytes * 1_000_000)
    throw new Error(`The press kit has ${archive.length} bytes; the press page promises less.`);
  await writeFile(join(client, pressKitPath), archive);
}

/** A picture as the build has rendered it for the pages; its name holds a version, which is not needed here. */
async function rendered(client: string, name: string): Promise<Uint8Array> {
  const folder = join(client, 'art');
  const file = (await readdir(folder)).find((each) => each.startsWith(`${name}.`) && each.endsWith('.jpg'));
  if (!file) throw new Error(`The picture ${name} has not been rendered.`);
  return readFile(join(folder, file));
}

async function webCover(world: string): Promise<Uint8Array> {
  const master = await masterPicture(world);
  return cachedPicture([master, 'jpeg 86'], () =>
    sharp(master).jpeg({ quality: 86, mozjpeg: true }).toBuffer(),
  );
}
