import { describe, expect, it } from 'vitest';
import { earChanges, type Head, heads } from '../heads.ts';
import { sampleRate } from '../sample-rate.ts';
import { pointOf } from '../space.ts';
import { headOf, ravenCalls } from './raven-calls.ts';

/** Seconds that the far ear waits for longer than the near one, with a head of this width. */
function waiting(azimuth: number, head: Head): number {
  const side = Math.abs(Math.sin((azimuth * Math.PI) / 180));
  const middle = (0.0875 / 343) * (Math.asin(side) + side);
  const [left, right] = earChanges(pointOf({ azimuth, distance: 2 }, 0, 0), head, sampleRate);
  return middle + Math.abs(left.delay - right.delay) * (head === 'small' ? -1 : 1);
}

/** Where somebody hears a call: at that angle at which their own head would make the ears wait as long. */
function heardBy(own: Head, call: { azimuth: number; head: Head }): number {
  const told = waiting(call.azimuth, call.head);
  const angles = Array.from({ length: 91 }, (_, angle) => angle);
  const best = angles.reduce((a, b) =>
    Math.abs(waiting(b, own) - told) < Math.abs(waiting(a, own) - told) ? b : a,
  );
  return best * Math.sign(call.azimuth);
}

describe('where is the raven', () => {
  it('calls six times, twice for each head, once from either side', () => {
    const calls = ravenCalls(Math.random);
    expect(calls).toHaveLength(6);
    for (const head of heads) {
      const sides = calls.filter((call) => call.head === head).map(({ azimuth }) => Math.sign(azimuth));
      expect(sides.sort()).toEqual([-1, 1]);
    }
    for (const { azimuth } of calls) expect(Math.abs(azimuth)).toBeGreaterThan(40);
  });

  it.each(heads)('finds out who has a %s head from where they hear it', (own) => {
    const answers = ravenCalls(Math.random).map((call) => ({ ...call, heard: heardBy(own, call) }));
    expect(headOf(answers)).toBe(own);
  });

  it('does not mind who hears behind what is in front', () => {
    const answers = ravenCalls(Math.random).map((call) => ({
      ...call,
      heard: 180 - heardBy('large', call),
    }));
    expect(headOf(answers)).toBe('large');
  });

  it('gives the middle head to who hears all of them alike', () => {
    expect(headOf(ravenCalls(() => 0.5).map((call) => ({ ...call, heard: call.azimuth })))).toBe('middle');
  });
});
