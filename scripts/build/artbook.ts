import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { Adventure } from '#adventures/types.ts';
import { site } from '#shared/site.ts';
import type { Artbook, BookPicture } from '../../adventures/artbook-types.ts';
import { exportsOf } from '../../shared/homes/files.ts';
import { homes } from '../../shared/homes/read.ts';
import { type ArtbookFonts, loadArtbookFonts } from './artbook-fonts.ts';
import { drawPage, type Place, page, placesOf } from './artbook-pages.ts';
import { drawnPicture, type Palette, readPalette } from './card-art.ts';
import { cachedPicture } from './picture-cache.ts';

/** Pixels for a point: enough for a tablet, and eight pages stay below three megabytes. */
const density = 2;

/**
 * Writes the artbook of every home that has one, under the name of the download that it is.
 * @param folder `dist/downloads`
 * @throws {Error} when it is none of its home's downloads
 */
export async function writeArtbooks(folder: string): Promise<void> {
  const books = await exportsOf<Artbook>('artbook.ts', 'artbook');
  await mkdir(folder, { recursive: true });
  for (const { adventure } of homes) {
    const book = books.get(adventure.id);
    if (!book) continue;
    const download = adventure.downloads?.find(({ id }) => id === book.download);
    if (!download) throw new Error(`adventures/${adventure.id} has no download "${book.download}".`);
    await writeFile(join(folder, download.file), await makeArtbook(book, adventure));
  }
}

/** An artbook as a tagged PDF, made anew only when a drawing, a word, a colour or the code has changed. */
async function makeArtbook(book: Artbook, { id, releasedOn }: Adventure): Promise<Uint8Array> {
  const [palette, pictures, fonts, ...code] = await Promise.all([
    readPalette(),
    loadPictures(book),
    loadArtbookFonts(),
    ...['artbook-pages.ts', '../../package-lock.json'].map((file) =>
      readFile(resolve(import.meta.dirname, file)),
    ),
  ]);
  const accent = palette.accent(id);
  // A book made twice is the same book, so it carries the day of the release and not that of the build.
  const published = new Date(`${releasedOn ?? '1970-01-01'}T00:00:00Z`);
  const ingredients = [JSON.stringify([palette, accent, book, published, site.name]), ...code];
  return cachedPicture([...ingredients, ...Object.values(fonts), ...pictures.values()], () =>
    drawBook({ book, palette, accent, published }, pictures, fonts),
  );
}

const keyOf = (picture: BookPicture, { width, height }: Place) =>
  JSON.stringify([picture.drawing, picture.part, width, height]);

async function loadPictures({ pages }: Artbook): Promise<Map<string, Uint8Array>> {
  const wanted = new Map(
    pages.flatMap(placesOf).map(({ picture, place }) => [keyOf(picture, place), { picture, place }] as const),
  );
  const drawn = await Promise.all(
    [...wanted].map(async ([key, { picture, place }]) => [key, await pixels(picture, place)] as const),
  );
  return new Map(drawn);
}

/** A picture, or the part of it that is shown, as JPEG for its place. */
async function pixels({ drawing, part }: BookPicture, place: Place): Promise<Uint8Array> {
  // A part is cut from a drawing half as large again: finer would take the drawing of it too long.
  const width = Math.round(part ? part.width * 1800 : place.width * density);
  const height = Math.round((width * place.height) / place.width);
  const jpeg = { quality: 84, mozjpeg: true };
  if (!part)
    return sharp(await drawnPicture(drawing, { width, height }))
      .jpeg(jpeg)
      .toBuffer();
  const whole = { width: Math.round(width / part.width), height: Math.round(height / part.height) };
  const left = Math.round(part.left * whole.width);
  const top = Math.round(part.top * whole.height);
  return sharp(await drawnPicture(drawing, whole))
    .extract({ left, top, width, height })
    .jpeg(jpeg)
    .toBuffer();
}

interface Plan {
  book: Artbook;
  palette: Palette;
  accent: string;
  published: Date;
}

async function drawBook(
  { book: { title, pages }, palette, accent, published }: Plan,
  pictures: ReadonlyMap<string, Uint8Array>,
  fonts: ArtbookFonts,
): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: site.language,
    info: {
      Title: title,
      Author: site.name,
      Creator: site.name,
      Producer: site.name,
      CreationDate: published,
    },
  });
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, Buffer.from(file));
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((done) => doc.once('end', done));
  const book = { doc, palette, accent };
  for (const sheet of pages) {
    drawPage(book, sheet, (picture, place) => {
      const file = pictures.get(keyOf(picture, place));
      if (!file) throw new Error(`The picture ${picture.drawing} was not drawn`);
      return file;
    });
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
