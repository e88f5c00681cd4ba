import type { Page } from '@playwright/test';
import { sampleRate } from '#client/sound/sample-rate.ts';
import { expect } from './fixtures.ts';
import { test } from './sound-lab/player-page.ts';

const worlds = ['fod', 'fist', 'maceandmagic', 'coc_aatt', 'dracula'] as const;

test('The lab measures loudness as ITU-R BS.1770 does: a full-scale sine in one channel is -3.01 LUFS', async ({
  gauge,
}) => {
  expect(await gauge.evaluate(() => window.soundLab.referenceLoudness())).toBeCloseTo(-3.01, 1);
});

for (const world of worlds) {
  test(`The scene of ${world} is at -20 LUFS, peaks below -1 dBFS, and keeps its loudness on a phone`, async ({
    gauge,
  }) => {
    // As long as the loops are: what a shorter one measures depends on what happens to be in it.
    const { peakDb, lufs, leftDb, rightDb, lostOnPhone } = await gauge.evaluate(
      (name) => window.soundLab.scene(name, 45),
      world,
    );
    expect(peakDb).toBeLessThan(-1);
    expect(Math.min(leftDb, rightDb), 'in both ears').toBeGreaterThan(-45);
    expect(lufs).toBeGreaterThan(-21);
    expect(lufs).toBeLessThan(-19);
    expect(lostOnPhone, 'LU lost on a phone').toBeLessThan(3);
  });

  test(`In ${world} each line is at -16 LUFS, or nobody has spoken it; where nothing happens its room is at -60 dBFS`, async ({
    gauge,
  }) => {
    const { leftDb, rightDb } = await gauge.evaluate((name) => window.soundLab.emptyRoom(name), world);
    for (const level of [leftDb, rightDb]) expect(Math.abs(level + 60)).toBeLessThan(1.5);
    for (const line of ['ask', 'left', 'right'] as const) {
      const voice = await gauge.evaluate(([name, which]) => window.soundLab.voice(name, which), [
        world,
        line,
      ] as const);
      if (voice === null) continue;
      expect(Math.abs(voice.lufs + 16), line).toBeLessThan(1);
      expect(voice.peakDb, line).toBeLessThan(-1);
    }
  });
}

test('Each scene is made of at least five sources', async ({ gauge }) => {
  for (const world of worlds) {
    const sources = await gauge.evaluate((name) => window.soundLab.sourcesOf(name), world);
    expect(new Set(sources).size, world).toBeGreaterThanOrEqual(5);
  }
});

test('Pulled to the head all at once, a scene still peaks below -1 dBFS', async ({ gauge }) => {
  for (const world of worlds) {
    const { peakDb } = await gauge.evaluate(
      (name) =>
        window.soundLab.measure({
          world: name,
          seconds: 0.7,
          signal: 'noise',
          at: { azimuth: 20, distance: 0.4 },
        }),
      world,
    );
    expect(peakDb, world).toBeLessThan(-1);
    // Were it much softer, nothing would have been held back, and this would show nothing.
    expect(peakDb, world).toBeGreaterThan(-1.5);
  }
});

test('A source that rests while nothing is heard of it sounds as if it had played on', async ({ gauge }) => {
  const rung = { world: 'fist', only: ['hoist'], seconds: 14, bare: true } as const;
  const { differenceDb, firstDb } = await gauge.evaluate(
    (played) => window.soundLab.difference(played, { ...played, rests: true }),
    rung,
  );
  expect(differenceDb).toBeLessThan(firstDb - 50);
  // Did it never rest, nothing would differ at all.
  expect(differenceDb).toBeGreaterThan(-200);
});

/** A source of noise alone, in a room that answers, at a place. */
const answered = (azimuth: number, distance: number) =>
  ({
    world: 'maceandmagic',
    only: ['pages'],
    signal: 'noise',
    seconds: 1,
    at: { azimuth, distance },
  }) as const;
const heardFrom = (gauge: Page, azimuth: number, distance: number) =>
  gauge.evaluate((rendering) => window.soundLab.measure(rendering), answered(azimuth, distance));

test('Left and right energy follow a source moved from -90 to +90 degrees', async ({ gauge }) => {
  const differences: number[] = [];
  for (const azimuth of [-90, -45, 0, 45, 90]) {
    const { leftDb, rightDb } = await heardFrom(gauge, azimuth, 1.3);
    differences.push(rightDb - leftDb);
  }
  expect(differences[0]).toBeLessThan(-4);
  expect(differences[4]).toBeGreaterThan(4);
  expect(Math.abs(differences[2] as number)).toBeLessThan(1.5);
  expect(differences).toEqual(differences.toSorted((a, b) => a - b));
});

test('A source behind differs from one in front, and the same place twice does not', async ({ gauge }) => {
  const compare = (first: number, second: number) =>
    gauge.evaluate(([a, b]) => window.soundLab.difference(a, b), [
      answered(first, 1.3),
      answered(second, 1.3),
    ] as const);
  const { differenceDb, firstDb } = await compare(0, 180);
  expect(differenceDb).toBeGreaterThan(firstDb - 15);
  // A browser adds its nodes up in any order, which the last bit of a sample may show.
  expect((await compare(0, 0)).differenceDb).toBeLessThan(-140);
});

test('A source is softer the further away it stands', async ({ gauge }) => {
  const levels: number[] = [];
  for (const distance of [1, 3, 6, 12]) levels.push((await heardFrom(gauge, 0, distance)).leftDb);
  expect(levels).toEqual(levels.toSorted((a, b) => b - a));
  expect((levels[0] as number) - (levels[3] as number)).toBeGreaterThan(10);
});

/** A source of noise alone in the fortress, where nothing answers. */
const alone = { world: 'fod', only: ['embers'], bare: true, seconds: 3 } as const;

test('From 4 m to half a metre the ears drift apart by at least 4 dB below 500 Hz', async ({ gauge }) => {
  const apart = async (distance: number) => {
    const { leftDb, rightDb } = await gauge.evaluate(
      ([rendering, metres]) =>
        window.soundLab.between(
          { ...rendering, signal: 'noise', at: { azimuth: 90, distance: metres } },
          50,
          500,
        ),
      [alone, distance] as const,
    );
    return rightDb - leftDb;
  };
  const [far, near] = [await apart(4), await apart(0.5)];
  expect(near - far).toBeGreaterThan(4);
  expect(near - far).toBeLessThan(7);
});

test('What comes nearer sounds higher, what goes away lower, as fast as sound says', async ({ gauge }) => {
  const pitchOf = (from: number, to: number) =>
    gauge.evaluate(
      ([rendering, a, b]) =>
        window.soundLab.pitch({
          ...rendering,
          signal: 'tone',
          at: { azimuth: 0, distance: a },
          to: { azimuth: 0, distance: b },
        }),
      [alone, from, to] as const,
    );
  const [standing, coming, going] = [await pitchOf(6, 6), await pitchOf(11, 2), await pitchOf(2, 11)];
  expect(Math.abs(standing - 3000)).toBeLessThan(1);
  // Nine metres in three seconds, of the 343 that sound goes in one.
  expect(coming / standing).toBeGreaterThan(1 + (0.8 * 3) / 343);
  expect(coming / standing).toBeLessThan(1 + (1.2 * 3) / 343);
  expect(going / standing).toBeLessThan(1 - (0.8 * 3) / 343);
  expect(going / standing).toBeGreaterThan(1 - (1.2 * 3) / 343);
});

test('Air takes about 1 dB at 10 kHz from what stands 6 m away, and no more', async ({ gauge }) => {
  const tilt = async (distance: number) => {
    const at = { azimuth: 0, distance };
    const band = async (low: number, high: number) =>
      (
        await gauge.evaluate(
          ([rendering, place, from, to]) =>
            window.soundLab.between({ ...rendering, signal: 'noise', at: place }, from, to),
          [alone, at, low, high] as const,
        )
      ).leftDb;
    return (await band(9500, 10_500)) - (await band(900, 1100));
  };
  const lost = (await tilt(1)) - (await tilt(6));
  expect(lost).toBeGreaterThan(0.4);
  expect(lost).toBeLessThan(1.6);
});

test('The walls answer from where the source stands: by the way of its mirror image', async ({ gauge }) => {
  for (const [place, wall] of [
    [{ azimuth: -90, distance: 2 }, 'left'],
    [{ azimuth: 90, distance: 3 }, 'right'],
    [{ azimuth: 30, distance: 5 }, 'front'],
  ] as const) {
    const clap = { world: 'fod', only: ['embers'], signal: 'click', at: place, seconds: 0.3 } as const;
    const [walled, dry] = [
      await gauge.evaluate((rendering) => window.soundLab.together(rendering), clap),
      await gauge.evaluate((rendering) => window.soundLab.together(rendering), { ...clap, bare: true }),
    ];
    const answer = walled.map((level, i) => Math.abs(level - (dry[i] as number)));
    const ways = await gauge.evaluate(([world, at]) => window.soundLab.waysByWalls(world, at), [
      'fod',
      place,
    ] as const);
    // What comes straight says how late everything is besides: the panners and the bus need their time.
    const loudest = Math.max(...dry);
    const straight = dry.findIndex((level) => level > loudest / 5);
    const arrives = (way: number) => Math.round(straight + ((way - place.distance) / 343) * sampleRate);
    for (const way of ways) {
      // A head and its filters spread a clap over two thousandths of a second.
      const during = Math.max(...answer.slice(arrives(way) - 20, arrives(way) + 90));
      expect(during, `${wall}: ${way.toFixed(2)} m`).toBeGreaterThan(loudest / 100);
    }
  }
});

test('The nearest wall answers at once, and only when the source is near it', async ({ gauge }) => {
  const clap = { world: 'fod', only: ['embers'], signal: 'click', seconds: 0.3 } as const;
  const firstAnswer = async (azimuth: number) => {
    const at = { azimuth, distance: 2.4 };
    const [walled, dry] = [
      await gauge.evaluate((rendering) => window.soundLab.together(rendering), { ...clap, at }),
      await gauge.evaluate((rendering) => window.soundLab.together(rendering), { ...clap, at, bare: true }),
    ];
    const loudest = Math.max(...dry);
    const straight = dry.findIndex((level) => level > loudest / 5);
    const answer = walled.findIndex(
      (level, i) => i > straight + 20 && Math.abs(level - (dry[i] as number)) > loudest / 50,
    );
    return ((answer - straight) / sampleRate) * 343;
  };
  // 4.4 m by the left wall, which is 3.4 m away; from the right it is the floor's turn, and 4 m.
  expect(Math.abs((await firstAnswer(-90)) - 2)).toBeLessThan(0.5);
});

test('A wider head makes the far ear wait longer, a narrower one less', async ({ gauge }) => {
  const waits: number[] = [];
  for (const head of ['small', 'middle', 'large'] as const) {
    const at = { azimuth: 70, distance: 2 };
    waits.push(
      await gauge.evaluate(
        ([rendering, place, whose]) =>
          window.soundLab.lateness({ ...rendering, signal: 'noise', at: place, head: whose, seconds: 1 }),
        [alone, at, head] as const,
      ),
    );
  }
  const [small, middle, large] = waits as [number, number, number];
  expect(middle).toBeGreaterThan(15);
  expect(middle - small).toBeGreaterThanOrEqual(2);
  expect(large - middle).toBeGreaterThanOrEqual(2);
});

test('The coach drives past: from ahead, loudest beside the window, away behind, and back again', async ({
  gauge,
}) => {
  const levels = await gauge.evaluate(() =>
    window.soundLab.levels({ world: 'dracula', only: ['carriage'], bare: true, seconds: 40 }),
  );
  for (const [first, beside, last] of [
    [4, 9, 14],
    [26, 31, 36],
  ] as const) {
    const loudness = (second: number) =>
      Math.max(...[-1, 0, 1].map((by) => (levels[second + by] as (typeof levels)[0]).rightDb));
    expect(loudness(beside)).toBeGreaterThan(loudness(first) + 5);
    expect(loudness(beside)).toBeGreaterThan(loudness(last) + 5);
    const side = (second: number) => {
      const { leftDb, rightDb } = levels[second] as (typeof levels)[0];
      return rightDb - leftDb;
    };
    // It stays on the right, and is furthest there when it is nearest.
    expect(side(beside)).toBeGreaterThan(side(first) + 1);
    expect(side(beside)).toBeGreaterThan(side(last) + 1);
  }
});
