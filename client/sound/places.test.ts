import { describe, expect, it } from 'vitest';
import {
  between,
  directionWords,
  fromPoint,
  headingWords,
  onStage,
  placeWords,
  toPoint,
  wrapped,
} from './places.ts';

describe('a place on the stage', () => {
  it.each([
    [0, 'ahead'],
    [90, 'to the right'],
    [-90, 'to the left'],
    [180, 'behind'],
    [-180, 'behind'],
    [-136, 'behind, to the left'],
    [350, 'ahead'],
  ])('at %i degrees is said to be "%s"', (azimuth, words) => {
    expect(directionWords(azimuth)).toBe(words);
  });

  it('is told from where the listener faces', () => {
    expect(placeWords({ azimuth: 90, distance: 4.2 }, 90)).toBe('ahead, 4 metres away');
    expect(placeWords({ azimuth: 0, distance: 0.7 }, 90)).toBe('to the left, within reach');
    expect(placeWords({ azimuth: 0, distance: 1.2 }, 0)).toBe('ahead, 1 metre away');
  });

  it('is drawn ahead at the top and to the right on the right, and found again under the finger', () => {
    expect(toPoint({ azimuth: 0, distance: 3 }).y).toBeLessThan(0);
    expect(toPoint({ azimuth: 90, distance: 3 }).x).toBeGreaterThan(0);
    for (const azimuth of [-170, -90, -1, 0, 45, 180]) {
      for (const distance of [0.6, 1, 5, 12]) {
        const found = fromPoint(toPoint({ azimuth, distance }));
        expect(found.azimuth).toBeCloseTo(azimuth, 6);
        expect(found.distance).toBeCloseTo(distance, 6);
      }
    }
  });

  it('is neither in the head nor off the stage', () => {
    expect(fromPoint({ x: 0, y: 0 }).distance).toBe(0.4);
    expect(fromPoint({ x: 3, y: 0 })).toEqual({ azimuth: 90, distance: 12 });
    expect(onStage({ azimuth: 270, distance: 99 })).toEqual({ azimuth: -90, distance: 12 });
  });

  it('is reached round the listener by the shorter way', () => {
    const half = between({ azimuth: 170, distance: 2 }, { azimuth: -170, distance: 4 }, 0.5);
    expect(Math.abs(wrapped(half.azimuth))).toBeCloseTo(180);
    expect(half.distance).toBe(3);
  });

  it.each([
    [0, 'facing ahead'],
    [15, 'turned 15 degrees to the right'],
    [-30, 'turned 30 degrees to the left'],
    [180, 'turned right round'],
  ])('has a listener at %i degrees who is "%s"', (heading, words) => {
    expect(headingWords(heading)).toBe(words);
  });
});
