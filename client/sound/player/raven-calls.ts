import type { Head } from '../heads.ts';
import { heads } from '../heads.ts';

/** One call of the raven: from where, in degrees clockwise from ahead, made for whose head. */
export interface RavenCall {
  azimuth: number;
  head: Head;
}

/** One call and where somebody heard it. */
export interface RavenAnswer extends RavenCall {
  heard: number;
}

/** Far enough to the side that heads differ, and not so far that they all end there. */
const nearestSide = 42;
const furthestSide = 60;

/** Six calls, two for each head, one from either side, in any order. @param chance 0 to 1, evenly */
export function ravenCalls(chance: () => number): RavenCall[] {
  const calls = heads.flatMap((head) =>
    [-1, 1].map((side) => ({
      head,
      azimuth: side * Math.round(nearestSide + (furthestSide - nearestSide) * chance()),
      order: chance(),
    })),
  );
  return calls.sort((a, b) => a.order - b.order).map(({ head, azimuth }) => ({ head, azimuth }));
}

/** How far to the side a direction is, in degrees: what two ears tell, who cannot tell front from behind. */
function aside(azimuth: number): number {
  return (Math.asin(Math.sin((azimuth * Math.PI) / 180)) * 180) / Math.PI;
}

/**
 * Whose head somebody has: a head that is too wide for them puts things too far to the side, one that is too narrow too far
 * ahead. The one that does neither is theirs; if two are as good, the one nearer the middle.
 */
export function headOf(answers: readonly RavenAnswer[]): Head {
  const astray = (head: Head) => {
    const errors = answers
      .filter((answer) => answer.head === head)
      .map(({ azimuth, heard }) => (aside(heard) - aside(azimuth)) * Math.sign(azimuth));
    return Math.abs(errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length));
  };
  const byLikeness: readonly Head[] = ['middle', 'small', 'large'];
  return byLikeness.reduce((best, head) => (astray(head) < astray(best) ? head : best));
}
