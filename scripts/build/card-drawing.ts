import sharp from 'sharp';
import { socialCardSize } from '#shared/social-cards.ts';
import { wordmark } from './brand.ts';
import { drawnPicture, type Palette } from './card-art.ts';
import { cachedPicture } from './picture-cache.ts';
import { fitText, type Typeface } from './text-outlines.ts';

/** What stands on a card. */
export interface Card {
  /** The cover beside the words; the house's banner behind them where it is left out. */
  world?: string;
  kicker: string;
  title: string;
}

const { width, height } = socialCardSize;
/** How far the picture of a world reaches in from the right, and where text begins and ends. */
const pictureWidth = 580;
const left = 72;
const textWidth = 560;
const textBottom = 480;

/** A card as a JPEG. */
export async function drawCard(
  card: Card,
  faces: { display: Typeface; text: Typeface },
  palette: Palette,
): Promise<Uint8Array> {
  const picture = card.world
    ? await drawnPicture(card.world, { width: pictureWidth, height, position: 'centre' })
    : await drawnPicture('banner', { width, height, position: 'left' });
  const layer = lettering(card, faces, palette);
  return cachedPicture([picture, layer, `${width}x${height} jpeg 84`], () =>
    sharp({ create: { width, height, channels: 3, background: palette.inkDeep } })
      .composite([
        { input: Buffer.from(picture), left: card.world ? width - pictureWidth : 0, top: 0 },
        { input: Buffer.from(layer), left: 0, top: 0 },
      ])
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer(),
  );
}

/** Everything over the picture: the dark that it comes out of, the words, the wordmark. */
function lettering(
  { world, kicker, title }: Card,
  { display, text }: { display: Typeface; text: Typeface },
  { inkDeep, paper, ember, accent }: Palette,
): string {
  const { size, lines } = fitTitle(title, display);
  const lineHeight = size * 1.02;
  const first = textBottom - (lines.length - 1) * lineHeight;
  const words = lines.map((line, index) =>
    display.line(line, { x: left, y: first + index * lineHeight, size, fill: paper }),
  );
  const above = text.line(kicker, {
    x: left + 2,
    y: first - size - 14,
    size: 28,
    fill: world ? accent(world) : ember,
  });
  const mark = wordmark(display, { x: left, y: 574, size: 44, signColour: ember, nameColour: paper });
  const [from, to] = world ? [width - pictureWidth, width - pictureWidth + 240] : [180, 900];
  const stops = [1, 0.93, 0.7, 0.36, 0.12, 0]
    .map(
      (opacity, index) =>
        `<stop offset="${index / 5}" stop-color="${inkDeep}" stop-opacity="${world ? opacity : opacity * 0.94}"/>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs><linearGradient id="dark" gradientUnits="userSpaceOnUse" x1="${from}" x2="${to}" y1="0" y2="0">${stops}</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#dark)"/>${above}${words.join('')}${mark.svg}</svg>`;
}

/** A title as large as it fits. @throws {Error} when it fits at no size */
function fitTitle(plainTitle: string, display: Typeface): { size: number; lines: string[] } {
  // A number keeps its unit, and the apostrophe gets its curve.
  const title = plainTitle.replaceAll("'", '’').replaceAll(/(?<=\d|million) (?=%|million|SEK)/g, '\u00a0');
  const sizes = [128, 112, 98, 86, 76, 66, 58];
  const fitting = fitText(title, display, { sizes, width: textWidth, mostLines: (size) => 350 / size });
  if (!fitting) throw new Error(`The title "${title}" does not fit on a card.`);
  return fitting;
}

/** A world's cover, whole, on a square of the darkest ink, as a JPEG. */
export async function drawSquare(world: string, { inkDeep }: Pick<Palette, 'inkDeep'>): Promise<Uint8Array> {
  const side = 800;
  const cover = await drawnPicture(world, { width: 600, height: side });
  return cachedPicture([cover, inkDeep, `${side} jpeg 84`], () =>
    sharp({ create: { width: side, height: side, channels: 3, background: inkDeep } })
      .composite([{ input: Buffer.from(cover), gravity: 'centre' }])
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer(),
  );
}
