import { crc32, deflateSync } from 'node:zlib';
import { dice } from './random.ts';

/*
 * Small seamless pictures that give drawn shapes a surface: cut stone, cloud, film grain. SVG has a noise filter, but
 * painting a banner with a dozen of them takes a minute; a tile of our own noise takes milliseconds.
 */

/** A tile as a `data:` address, and the length of its side in pixels. */
export interface Tile {
  href: string;
  side: number;
}

interface Noise {
  seed: string;
  side: number;
  /** Hills along one side, in the coarsest octave, across and down. */
  hills: readonly [number, number];
  octaves: number;
}

/** Seamless noise, 0 to 1, row by row. */
function noise({ seed, side, hills, octaves }: Noise): Float64Array {
  const field = new Float64Array(side * side);
  for (let octave = 0; octave < octaves; octave++) {
    const across = hills[0] * 2 ** octave;
    const down = hills[1] * 2 ** octave;
    const chance = dice(`${seed} ${octave}`);
    const corners = Float64Array.from({ length: across * down }, () => chance.next());
    const corner = (i: number, j: number) => corners[(j % down) * across + (i % across)] ?? 0;
    const weight = 1 / 2 ** octave;
    for (let y = 0; y < side; y++) {
      const v = (y / side) * down;
      const j = Math.floor(v);
      const fy = eased(v - j);
      for (let x = 0; x < side; x++) {
        const u = (x / side) * across;
        const i = Math.floor(u);
        const fx = eased(u - i);
        const top = corner(i, j) * (1 - fx) + corner(i + 1, j) * fx;
        const bottom = corner(i, j + 1) * (1 - fx) + corner(i + 1, j + 1) * fx;
        field[y * side + x] = (field[y * side + x] ?? 0) + weight * (top * (1 - fy) + bottom * fy);
      }
    }
  }
  const most = 2 - 2 ** (1 - octaves);
  return field.map((value) => value / most);
}

const eased = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);

/** A surface under a light from above left: pits are black, ridges white, level parts clear. */
function relief(field: Float64Array, side: number, depth: number): Tile {
  const pixels = Buffer.alloc(side * side * 2);
  const height = (x: number, y: number) => field[((y + side) % side) * side + ((x + side) % side)] ?? 0;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const slope = height(x - 1, y - 1) - height(x + 1, y + 1);
      const pit = height(x, y) - 0.5;
      const light = slope * depth + pit * 1.1;
      const index = (y * side + x) * 2;
      pixels[index] = light < 0 ? 0 : 255;
      pixels[index + 1] = Math.min(255, Math.round(Math.abs(light) * (light < 0 ? 255 : 34)));
    }
  }
  return { href: png(pixels, side, 4), side };
}

const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Hewn stone and weathered rock. */
export const stoneTile: () => Tile = once(() =>
  relief(noise({ seed: 'stone', side: 320, hills: [9, 9], octaves: 5 }), 320, 5),
);

/** Wood, cloth, rusted iron: a grain that runs along. */
export const grainTile: () => Tile = once(() =>
  relief(noise({ seed: 'wood', side: 256, hills: [24, 3], octaves: 4 }), 256, 3),
);

/** Cloud and fog, as brightness: white hides. @returns a tile wider than it is fine, to be stretched */
export const cloudTile: () => Tile = once(() => {
  const side = 320;
  const field = noise({ seed: 'cloud', side, hills: [4, 4], octaves: 6 });
  const folds = noise({ seed: 'folds', side, hills: [3, 3], octaves: 5 });
  const pixels = Buffer.alloc(side * side);
  for (let i = 0; i < pixels.length; i++) {
    // Torn by a second field: banks with soft backs and ragged fronts.
    const billow = 1 - Math.abs((folds[i] ?? 0) * 2 - 1);
    const value = ((field[i] ?? 0) * 0.75 + billow * 0.25 - 0.42) * 3.4;
    pixels[i] = Math.min(255, Math.max(0, Math.round(value * 255)));
  }
  return { href: png(pixels, side, 0), side };
});

/** Film grain, black and white, to be laid thinly over everything. */
export const filmTile: () => Tile = once(() => {
  const side = 256;
  const chance = dice('film');
  const pixels = Buffer.alloc(side * side * 2);
  for (let i = 0; i < side * side; i++) {
    const value = (chance.next() + chance.next() + chance.next()) / 1.5 - 1;
    pixels[i * 2] = value < 0 ? 0 : 255;
    pixels[i * 2 + 1] = Math.round(Math.abs(value) * 255);
  }
  return { href: png(pixels, side, 4), side };
});

/**
 * An uncompressed PNG as a `data:` address. Noise hardly compresses, and stored bytes are the same on every machine, which
 * names made from the drawing's text rely on.
 * @param color PNG's colour type: 0 grey, 4 grey with alpha
 */
function png(pixels: Buffer, side: number, color: 0 | 4): string {
  const bytesPerRow = pixels.length / side;
  const rows = Buffer.alloc((bytesPerRow + 1) * side);
  for (let y = 0; y < side; y++)
    pixels.copy(rows, y * (bytesPerRow + 1) + 1, y * bytesPerRow, (y + 1) * bytesPerRow);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, color, 0, 0, 0], 8);
  const file = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${file.toString('base64')}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
