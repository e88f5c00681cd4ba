import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bannerFromCover, type Painted, paintedSvg } from '../../art/painted.ts';
import { frames } from '../../art/sheet.ts';

const size = { width: 300, height: 400 };
const red = { create: { ...size, channels: 3, background: '#c02020' } } as const;
const address = (type: string, bytes: Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** One painted cover in each of the formats that a home may have. */
const formats: [string, () => Promise<Painted>][] = [
  ['JPEG', async () => ({ ...size, href: address('jpeg', await sharp(red).jpeg().toBuffer()) })],
  ['PNG', async () => ({ ...size, href: address('png', await sharp(red).png().toBuffer()) })],
  [
    'SVG',
    async () => ({
      ...size,
      href: address(
        'svg+xml',
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><rect width="300" height="400" fill="#c02020"/></svg>',
        ),
      ),
    }),
  ],
];

/** The colour of a rendered drawing at a place, in fractions of its size. */
async function colourAt(svg: string, x: number, y: number): Promise<{ red: number; green: number }> {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(240)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return { red: data[at] ?? 0, green: data[at + 1] ?? 0 };
}

describe.each(formats)('a cover painted as %s', (_, painted) => {
  it('fills its frame to the corners', async () => {
    const svg = paintedSvg('test', frames.cover, await painted());
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 1200, height: 1600 });
    for (const [x, y] of [
      [0.01, 0.01],
      [0.5, 0.5],
      [0.99, 0.99],
    ] as const) {
      const { red, green } = await colourAt(svg, x, y);
      expect(red).toBeGreaterThan(170);
      expect(green).toBeLessThan(60);
    }
  });

  it('stands on the right of a wide banner, and leaves the left dark for the words', async () => {
    const svg = bannerFromCover('test', frames.wide, await painted());
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 2400, height: 1030 });
    expect((await colourAt(svg, 0.7, 0.5)).red).toBeGreaterThan(170);
    expect((await colourAt(svg, 0.1, 0.5)).red).toBeLessThan(70);
  });

  it("fills a phone's banner", async () => {
    const svg = bannerFromCover('test', frames.tall, await painted());
    expect((await colourAt(svg, 0.05, 0.95)).red).toBeGreaterThan(170);
  });
});
