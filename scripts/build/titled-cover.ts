import sharp from 'sharp';
import { site } from '#shared/site.ts';
import { masterPicture, type Palette } from './card-art.ts';
import { cachedPicture } from './picture-cache.ts';
import { fitText, type Typeface } from './text-outlines.ts';

/** The size of the covers for the web, and the margin that letters keep. */
const [width, height, margin] = [1200, 1600, 84];

/** The largest first; a title has room for two lines, so that the picture's people stay to be seen. */
const sizes = [168, 150, 134, 120, 106];

/**
 * A world's cover with its title at the foot, as a JPEG of 1200 × 1600 pixels: for those who show it alone, as on a shelf.
 * @throws {Error} when the title is too long for any size
 */
export async function drawTitledCover(
  world: string,
  title: string,
  { display, text }: { display: Typeface; text: Typeface },
  palette: Pick<Palette, 'inkDeep' | 'paper' | 'accent'>,
): Promise<Uint8Array> {
  const picture = await masterPicture(world);
  const layer = lettering(world, title, { display, text }, palette);
  return cachedPicture([picture, layer, 'titled jpeg 80'], () =>
    sharp(Buffer.from(picture))
      .resize(width, height, { fit: 'cover' })
      .composite([{ input: Buffer.from(layer) }])
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer(),
  );
}

function lettering(
  world: string,
  plainTitle: string,
  { display, text }: { display: Typeface; text: Typeface },
  { inkDeep, paper, accent }: Pick<Palette, 'inkDeep' | 'paper' | 'accent'>,
): string {
  // "Series: Title": the series stands above, smaller.
  const [title = '', series] = plainTitle.replaceAll("'", '’').split(': ').toReversed();
  const fitting = fitText(title, display, { sizes, width: width - 2 * margin, mostLines: () => 2 });
  if (!fitting) throw new Error(`The title "${title}" does not fit on its cover.`);
  const { size, lines } = fitting;
  const foot = height - 172;
  const first = foot - (lines.length - 1) * size * 0.94;
  const dark = first - size * 2.1;
  const middle = (face: Typeface, line: string, y: number, letters: number, fill: string) =>
    face.line(line, { x: (width - face.width(line, letters)) / 2, y, size: letters, fill });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>` +
    `<linearGradient id="foot" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${dark}" y2="${foot + 30}">` +
    `<stop offset="0" stop-color="${inkDeep}" stop-opacity="0"/><stop offset="0.55" stop-color="${inkDeep}" stop-opacity="0.72"/>` +
    `<stop offset="1" stop-color="${inkDeep}" stop-opacity="0.94"/></linearGradient></defs>` +
    `<rect y="${dark}" width="${width}" height="${height - dark}" fill="url(#foot)"/>` +
    (series ? middle(text, series, first - size * 0.98, 44, accent(world)) : '') +
    lines.map((line, i) => middle(display, line, first + i * size * 0.94, size, paper)).join('') +
    middle(text, site.name, height - 96, 38, accent(world)) +
    '</svg>'
  );
}
