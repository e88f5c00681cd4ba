import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Face, Font, Blob as FontFile, Buffer as Run, shape, Variation } from 'harfbuzzjs';
import { decompress } from 'woff2-encoder';
import { typefaces } from '#shared/typefaces.ts';
/**
 * Text as SVG paths, from the same font files as the pages: unlike a `<text>` element, they look the same on a machine
 * that has no font installed.
 */
export interface Typeface {
  /** Width of a line, in the unit of `size`. */
  width(text: string, size: number): number;
  /** A line as an SVG path element whose baseline starts at `x`, `y`. */
  line(text: string, options: LineOptions): string;
}

interface LineOptions {
  x: number;
  y: number;
  size: number;
  fill: string;
}

interface ShapedGlyph {
  outline: string;
  /** Font units from the line's start. */
  x: number;
}

const { resolve } = createRequire(import.meta.url);

/** Axes as the pages set them: headings in Imbue at its largest optical size, text in Atkinson Hyperlegible Next. */
export async function loadTypefaces(): Promise<{ display: Typeface; text: Typeface }> {
  const [display, text] = await Promise.all([
    loadTypeface(typefaces.display, { wght: 500, opsz: 100 }),
    loadTypeface(typefaces.text, { wght: 500 }),
  ]);
  return { display, text };
}

async function loadTypeface(file: string, axes: Readonly<Record<string, number>>): Promise<Typeface> {
  const face = new Face(new FontFile(await decompress(await readFile(resolve(file)))));
  const font = new Font(face);
  font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));

  function shapeLine(text: string): { glyphs: ShapedGlyph[]; advance: number } {
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    shape(font, run);
    const positions = run.getGlyphPositions();
    let advance = 0;
    const glyphs = run.getGlyphInfos().map(({ codepoint: glyph }, index) => {
      // Glyph 0 is the empty box of a character that the font does not have.
      if (glyph === 0) throw new Error(`${file} cannot write all of "${text}"`);
      const position = positions[index];
      const x = advance + (position?.xOffset ?? 0);
      advance += position?.xAdvance ?? 0;
      return { outline: font.glyphToPath(glyph), x };
    });
    return { glyphs, advance };
  }

  return {
    width: (text, size) => (shapeLine(text).advance * size) / face.upem,
    line(text, { x, y, size, fill }) {
      const scale = size / face.upem;
      const paths = shapeLine(text)
        .glyphs.filter(({ outline }) => outline !== '')
        .map((glyph) => `<path transform="translate(${glyph.x} 0)" d="${glyph.outline}"/>`)
        .join('');
      // Fonts count upwards, pictures downwards.
      return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths}</g>`;
    },
  };
}

/** Breaks text at plain spaces into lines of at most `width`. A single word that is wider stands alone on its line. */
export function wrapText(text: string, face: Typeface, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && face.width(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Where a text has to fit. */
interface Room {
  /** The largest first. */
  sizes: readonly number[];
  width: number;
  mostLines: (size: number) => number;
}

/**
 * The largest size at which a text fits, in lines of about the same length: no word is left alone at the end.
 * @returns `undefined` when it fits at none
 */
export function fitText(
  text: string,
  face: Typeface,
  { sizes, width, mostLines }: Room,
): { size: number; lines: string[] } | undefined {
  for (const size of sizes) {
    const widest = wrapText(text, face, size, width);
    if (widest.length > mostLines(size) || widest.some((line) => face.width(line, size) > width)) continue;
    // The narrowest column that needs no further line.
    const columns = Array.from({ length: width / 20 }, (_, index) => width - index * 20);
    const wrapped = columns.map((column) => wrapText(text, face, size, column));
    return { size, lines: wrapped.findLast(({ length }) => length === widest.length) ?? widest };
  }
  return undefined;
}
