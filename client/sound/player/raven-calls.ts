import { type Head, heads } from '../heads.ts';

/** One call of the raven: its direction in degrees clockwise from ahead, and the head size it is rendered for. */
interface RavenCall {
  azimuth: number;
  head: Head;
}

/** A call with the player's answer. */
export interface RavenAnswer extends RavenCall {
  heard: number;
}

/** Far enough to the side that head sizes differ, and not so far that they all end there. */
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

/** How far to the side a direction is, in degrees, because two ears cannot tell front from behind. */
function aside(azimuth: number): number {
  return (Math.asin(Math.sin((azimuth * Math.PI) / 180)) * 180) / Math.PI;
}

/**
 * The player's head size: one that is too wide puts things too far to the side, one that is too narrow too far ahead. The
 * one that does neither is theirs; of two equally good ones, the one nearer the middle.
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
