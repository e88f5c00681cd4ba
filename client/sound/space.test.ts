import { describe, expect, it } from 'vitest';
import { earChanges, nearnessDb, sphereEars } from './heads.ts';
import { sampleRate } from './sample-rate.ts';
import { pointOf, wayByWall } from './space.ts';

const wall = { azimuth: 90, elevation: 0, metres: 4, reflects: 0.7, edge: 5000 };

describe('the way of a sound by a wall', () => {
  it('is as long as from its mirror image behind it', () => {
    expect(wayByWall({ azimuth: 90, distance: 1 }, 0, wall)).toBeCloseTo(7, 9);
    expect(wayByWall({ azimuth: -90, distance: 1 }, 0, wall)).toBeCloseTo(9, 9);
    expect(wayByWall({ azimuth: 0, distance: 6 }, 0, wall)).toBeCloseTo(10, 9);
  });

  it('is none for what stands behind it', () => {
    expect(wayByWall({ azimuth: 90, distance: 5 }, 0, wall)).toBeNull();
  });

  it('by the floor knows how high a thing hangs', () => {
    const floor = { azimuth: 0, elevation: -90, metres: 1.6, reflects: 0.7, edge: 5000 };
    const low = wayByWall({ azimuth: 0, distance: 3 }, -20, floor) as number;
    const high = wayByWall({ azimuth: 0, distance: 3 }, 20, floor) as number;
    expect(low).toBeLessThan(high);
    expect(wayByWall({ azimuth: 0, distance: 0 }, 0, floor)).toBeCloseTo(3.2, 9);
  });
});

describe('what a wall throws back', () => {
  it('from one side comes to the other ear 0.65 ms later and 15 dB duller, from ahead to both alike', () => {
    const [left, right] = sphereEars(1);
    // Woodworth: radius / speed * (angle + sine), of a head of 8.75 cm.
    expect(((left?.seconds ?? 0) - (right?.seconds ?? 0)) * 343).toBeCloseTo(0.0875 * (Math.PI / 2 + 1), 6);
    expect((right?.shadeDb ?? 0) - (left?.shadeDb ?? 0)).toBeGreaterThan(15);
    const [one, other] = sphereEars(0);
    expect(one).toEqual(other);
    expect(sphereEars(-0.6)).toEqual(sphereEars(0.6).toReversed());
  });
});

describe('what an ear gets of a near thing', () => {
  it('is the sphere of Duda and Martens, leant upon by a quarter', () => {
    // The first terms of the series at 0 Hz: 1 + 3/2 * (a/r) * cos + 5/3 * (a/r)^2 * P2 + 7/4 * (a/r)^3 * P3.
    const part = 0.0875 / 0.7;
    for (const cos of [-1, -0.4, 0, 0.6]) {
      const second = (3 * cos * cos - 1) / 2;
      const third = (5 * cos ** 3 - 3 * cos) / 2;
      const series = 1 + 1.5 * part * cos + (5 / 3) * part ** 2 * second + 1.75 * part ** 3 * third;
      expect(nearnessDb(0.7, cos)).toBeCloseTo(1.25 * 20 * Math.log10(series), 1);
    }
  });

  it('is more than 12 dB between the ears at a hand, 4 to 6 at half a metre, and nothing across the room', () => {
    const apart = (distance: number) => {
      const [left, right] = earChanges(pointOf({ azimuth: 90, distance }, 0, 0), 'middle', sampleRate);
      return right.gainDb - left.gainDb;
    };
    expect(apart(0.18)).toBeGreaterThan(12);
    expect(apart(0.5)).toBeGreaterThan(4);
    expect(apart(0.5)).toBeLessThan(6.5);
    expect(apart(8)).toBeLessThan(0.5);
  });

  it('is the same on either side, and in the middle to both', () => {
    const at = (azimuth: number) =>
      earChanges(pointOf({ azimuth, distance: 0.4 }, 0, 0), 'large', sampleRate);
    expect(at(40)).toEqual(at(-40).toReversed());
    const [left, right] = at(0);
    expect(left.gainDb).toBeCloseTo(right.gainDb, 9);
    expect(left.delay).toBe(right.delay);
  });

  it('comes at whole samples, which dull nothing', () => {
    for (const head of ['small', 'large'] as const)
      for (const azimuth of [10, 35, 80])
        for (const { delay } of earChanges(pointOf({ azimuth, distance: 3 }, 0, 0), head, sampleRate))
          expect((delay * sampleRate) % 1).toBeCloseTo(0, 6);
  });
});
