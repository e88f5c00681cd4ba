import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { site } from '#shared/site.ts';
import { type ArtbookFonts, loadArtbookFonts } from './artbook-fonts.ts';
import { drawPage, type Place, page, placesOf } from './artbook-pages.ts';
import { type Picture, sheets } from './artbook-sheets.ts';
import { drawnPicture, type Palette, readPalette } from './card-art.ts';
import { cachedPicture } from './picture-cache.ts';

/** Pixels for a point: enough for a tablet, and eight pages stay below three megabytes. */
const density = 2;
/** The game's release. A book made twice is the same book, so it does not carry the day of the build. */
const published = new Date('2025-03-28T00:00:00Z');

/**
 * The artbook as a tagged PDF of eight pages, made anew only when a drawing, a word, a colour or the code has changed.
 */
export async function makeArtbook(): Promise<Uint8Array> {
  const [palette, pictures, fonts, ...code] = await Promise.all([
    readPalette(),
    loadPictures(),
    loadArtbookFonts(),
    ...[
      'artbook.ts',
      'artbook-fonts.ts',
      'artbook-pages.ts',
      'artbook-sheets.ts',
      '../../package-lock.json',
    ].map((file) => readFile(resolve(import.meta.dirname, file))),
  ]);
  const ingredients = [JSON.stringify([palette, palette.accent('fod'), sheets, site.name]), ...code];
  return cachedPicture([...ingredients, ...pictures.values()], () => drawBook(palette, pictures, fonts));
}

const keyOf = (picture: Picture, { width, height }: Place) =>
  JSON.stringify([picture.drawing, picture.part, width, height]);

async function loadPictures(): Promise<Map<string, Uint8Array>> {
  const wanted = new Map(
    sheets
      .flatMap(placesOf)
      .map(({ picture, place }) => [keyOf(picture, place), { picture, place }] as const),
  );
  const drawn = await Promise.all(
    [...wanted].map(async ([key, { picture, place }]) => [key, await pixels(picture, place)] as const),
  );
  return new Map(drawn);
}

/** A picture, or the part of it that is shown, as JPEG for its place. */
async function pixels({ drawing, part }: Picture, place: Place): Promise<Uint8Array> {
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

async function drawBook(
  palette: Palette,
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
      Title: 'The Fortress of Death: Artbook',
      Author: site.company,
      Creator: site.name,
      Producer: site.name,
      CreationDate: published,
    },
  });
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, Buffer.from(file));
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((done) => doc.once('end', done));
  const book = { doc, palette, accent: palette.accent('fod') };
  for (const sheet of sheets) {
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
