import { crystals, roseWindow } from '#art/forms/glass.ts';
import { mace } from '#art/forms/mace.ts';
import { type Point, poly, range } from '#art/geometry.ts';
import { dice } from '#art/random.ts';
import { createSheet, group, rect, shape, stroke, viewFrame } from '#art/sheet.ts';
import { blur, finish, glow, stone } from '#art/texture.ts';
import { reachingHand } from './hand.ts';
import { quartz } from './layout.ts';

/** The mace from close to, lying across crystals; whoever reaches for it has stopped a hand's breadth away. */
export function drawNear(): string {
  const sheet = createSheet('maceandmagic-near', viewFrame);
  const lamp: Point = [860, 130];
  sheet.draw(
    rect(sheet.all, '#0c2421'),
    group({ filter: blur(sheet, 20) }, [
      rect(sheet.all, '#173f38'),
      roseWindow(dice('rose far'), lamp, 400, quartz, '#17332e'),
    ]),
    rect(
      sheet.all,
      sheet.radial(lamp, 900, [
        [0, '#fff0ee', 0.4],
        [0.3, '#e79ab0', 0.2],
        [0.55, '#173a34', 0.55],
        [1, '#050f0e', 0.94],
      ]),
    ),
  );
  // The step it lies on.
  const slab = 'M-20 560Q600 500 1220 560V820H-20Z';
  sheet.draw(
    shape(
      slab,
      sheet.radial(
        [760, 560],
        760,
        [
          [0, '#d79aa6'],
          [0.25, '#5d8579'],
          [0.6, '#1d423c'],
          [1, '#071413'],
        ],
        0.6,
      ),
    ),
    shape(slab, stone(sheet, 240), { opacity: 0.8 }),
    stroke('M-20 560Q600 500 1220 560', '#ffdbe0', 3, { opacity: 0.6 }),
    shape('M120 700C380 610 760 590 1010 600C1080 640 900 720 560 760C320 780 120 760 120 700Z', '#030a09', {
      opacity: 0.7,
      filter: blur(sheet, 22, { x: 20, y: 520, width: 1140, height: 320 }),
    }),
    crystals({
      chance: dice('far crystals'),
      at: [1000, 600],
      size: 330,
      count: 6,
      lean: 0.7,
      faces: ['#ffe4e6', '#dd8aa4', '#7a3860'],
    }),
    group({ transform: 'translate(60 720) rotate(76)' }, [
      mace(sheet, { foot: [0, 0], length: 1000, colors: ['#7cc4ae', '#24584e', '#081513', '#ffdfe2'] }),
    ]),
    crystals({
      chance: dice('near crystals'),
      at: [1090, 826],
      size: 300,
      count: 6,
      lean: 0.9,
      faces: ['#ffd8dc', '#c9708e', '#54213f'],
    }),
    reachingHand(sheet),
    ...range(40).map((i) => {
      const chance = dice(`mote ${i}`);
      const [x, y, r] = [chance.between(300, 1180), chance.between(20, 620), chance.between(1, 4)];
      return shape(
        poly([
          [x, y - r * 1.6],
          [x + r, y],
          [x, y + r * 1.6],
          [x - r, y],
        ]),
        '#fff0ee',
        {
          opacity: chance.between(0.25, 0.85),
        },
      );
    }),
    glow(sheet, lamp, 520, [
      [0, '#fff0ee', 0.45],
      [0.5, '#ee9fb4', 0.16],
      [1, '#a04a72', 0],
    ]),
    finish(sheet, '#020706', [640, 420]),
  );
  return sheet.toSvg();
}
