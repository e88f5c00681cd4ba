import { arch } from '#art/forms/masonry.ts';
import { lerp, line, type Point, poly, range } from '#art/geometry.ts';
import { type Dice, dice } from '#art/random.ts';
import { ellipse, group, type Sheet, shape, stroke } from '#art/sheet.ts';
import type { Layout, Paints } from './layout.ts';

/** The stair behind the arch: a vault that sinks away, steps that the light gives up on, and something that looks back. */
export function drawStair(
  sheet: Sheet,
  { scale, door, wide, high, watched }: Layout,
  { wall, rim, texture }: Paints,
): void {
  const chance = dice('stair');
  const opening = arch(door[0], door[1], wide, high);
  // The vault sinks with the steps: both meet straight ahead, well below the horizon.
  const vanish: Point = [door[0], door[1] - high * 0.2];
  const into = ([x, y]: Point, depth: number): Point => {
    const s = 1 / (1 + depth);
    return [vanish[0] + (x - vanish[0]) * s, vanish[1] + (y - vanish[1]) * s];
  };
  const spring = door[1] - high + wide / 2;
  // The arch's outline as points, from the left foot over the top to the right foot.
  const profile = (u: number): Point => {
    const leg = door[1] - spring;
    const bow = (Math.PI * wide) / 2;
    const d = u * (leg * 2 + bow);
    if (d < leg) return [door[0] - wide / 2, door[1] - d];
    if (d > leg + bow) return [door[0] + wide / 2, spring + (d - leg - bow)];
    const a = Math.PI * (1 + (d - leg) / bow);
    return [door[0] + (Math.cos(a) * wide) / 2, spring + (Math.sin(a) * wide) / 2];
  };
  const parts: string[] = [shape(opening, '#1c0b0b'), shape(opening, wall, { opacity: 0.42 })];
  const rings = 12;
  const rows = 34;
  for (const k of range(rings)) {
    const [near, far] = [k * 0.2, (k + 1) * 0.2];
    for (const i of range(rows)) {
      const shift = k % 2 ? 0.5 : 0;
      const [a, b] = [(i + shift) / rows, Math.min(1, (i + 1 + shift) / rows)];
      const brick = poly([
        into(profile(a), near),
        into(profile(b), near),
        into(profile(b), far),
        into(profile(a), far),
      ]);
      parts.push(
        shape(brick, '#000', { opacity: Math.min(0.96, 0.1 + k * 0.13 + chance.between(0, 0.28)) }),
        stroke(brick, '#050202', 3.6 / (1 + near)),
      );
    }
    // Ribs carry the vault.
    if (k % 3 === 2) {
      const rib = range(41).map((i) => into(profile(i / 40), near));
      parts.push(
        stroke(line(rib), '#140808', 26 / (1 + near)),
        stroke(line(rib), rim, 3 / (1 + near), { opacity: 0.5 - k * 0.04 }),
      );
    }
  }
  const treads = treadsOf(door, wide, into, chance, rim, scale);
  const dark = sheet.radial(vanish, wide * 0.62, [
    [0, '#030102'],
    [0.35, '#040202', 0.95],
    [0.7, '#060303', 0.5],
    [1, '#060303', 0],
  ]);
  const eyes = (watched ? [-1, 1] : []).map((side) =>
    ellipse(
      [vanish[0] - 6 + side * 11 * scale, vanish[1] - 22 * scale],
      3.6 * scale,
      2.2 * scale,
      '#ffcf6a',
      { opacity: 0.9 },
    ),
  );
  sheet.draw(
    group({ 'clip-path': sheet.clip(opening) }, [
      ...parts,
      ...treads,
      shape(opening, texture, { opacity: 0.5 }),
      shape(opening, dark),
      ...eyes,
    ]),
    stroke(opening, rim, 4 * scale, { opacity: 0.8 }),
  );
}

function treadsOf(
  door: Point,
  wide: number,
  into: (p: Point, depth: number) => Point,
  chance: Dice,
  rim: string,
  scale: number,
): string[] {
  const out: string[] = [];
  for (const k of range(16).reverse()) {
    const [near, far] = [k * 0.14, (k + 1) * 0.14];
    const left: Point = [door[0] - wide / 2, door[1]];
    const right: Point = [door[0] + wide / 2, door[1]];
    const front = [into(left, near), into(right, near)] as const;
    const rear = [into(left, far), into(right, far)] as const;
    const worn = range(9).map((i): Point => {
      const t = i / 8;
      const dip = Math.exp(-(((t - 0.52) / 0.2) ** 2)) * 13 * scale;
      return [lerp(front[0][0], front[1][0], t), front[0][1] + (dip + chance.between(-2, 2)) / (1 + near)];
    });
    const light = Math.max(0, 0.95 - k * 0.13);
    const tread = poly([...worn, rear[1], rear[0]]);
    out.push(
      shape(tread, '#c98243', { opacity: light }),
      shape(tread, '#000', { opacity: 0.25 + k * 0.02 }),
      // The drop behind each edge is the darkest line in the picture.
      shape(
        poly([
          rear[0],
          rear[1],
          [rear[1][0], rear[1][1] + 12 / (1 + near)],
          [rear[0][0], rear[0][1] + 12 / (1 + near)],
        ]),
        '#020101',
        { opacity: 0.85 },
      ),
      stroke(line(worn), rim, 3.4 / (1 + near), { opacity: Math.max(0.04, 0.95 - k * 0.16) }),
    );
  }
  return out;
}
