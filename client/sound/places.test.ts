import { describe, expect, it } from 'vitest';
import {
  between,
  directionWords,
  fromPoint,
  headingWords,
  onRoad,
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

describe('a road past the listener', () => {
  const road = {
    from: { azimuth: 20, distance: 10 },
    to: { azimuth: 160, distance: 10 },
    seconds: 8,
    starts: [2, 20],
  };
  const at = (second: number) => onRoad(road, second);

  it('comes nearer and goes away again, always further round, and never turns back on the way', () => {
    const places = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((second) => at(2 + second));
    const azimuths = places.map(({ azimuth }) => azimuth);
    expect(azimuths).toEqual(azimuths.toSorted((a, b) => a - b));
    const distances = places.map(({ distance }) => distance);
    expect(distances.slice(0, 5)).toEqual(distances.slice(0, 5).toSorted((a, b) => b - a));
    expect(distances.slice(4)).toEqual(distances.slice(4).toSorted((a, b) => a - b));
    expect(at(6).azimuth).toBeCloseTo(90, 9);
    // As near as a straight line comes, not round in a circle.
    expect(at(6).distance).toBeCloseTo(10 * Math.sin((20 * Math.PI) / 180), 9);
  });

  it('is driven back the second time; whoever has arrived waits there', () => {
    expect(at(0).azimuth).toBeCloseTo(20, 9);
    expect(at(15).azimuth).toBeCloseTo(160, 9);
    expect(at(21).azimuth).toBeLessThan(160);
    expect(at(40).azimuth).toBeCloseTo(20, 9);
  });
});
