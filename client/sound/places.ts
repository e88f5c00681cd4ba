/** A place on the stage, relative to the listener. */
export interface Place {
  /** Degrees clockwise from straight ahead, -180 to 180. */
  azimuth: number;
  /** Metres. */
  distance: number;
}

/** The nearest and furthest a source can stand, in metres. */
const nearest = 0.4;
const furthest = 12;

/** Distances of the rings on the stage, in metres. */
export const rings = [1, 3, 6, furthest] as const;

/** The same direction, normalised to -180 (excluded) to 180 degrees. */
export function wrapped(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned > 180 ? turned - 360 : turned;
}

/** Clamps a place to the stage. */
export function onStage({ azimuth, distance }: Place): Place {
  return { azimuth: wrapped(azimuth), distance: Math.min(Math.max(distance, nearest), furthest) };
}

/** Interpolates between two places, round the listener by the shorter way. @param part 0 to 1 */
export function between(from: Place, to: Place, part: number): Place {
  return {
    azimuth: wrapped(from.azimuth + wrapped(to.azimuth - from.azimuth) * part),
    distance: from.distance + (to.distance - from.distance) * part,
  };
}

/** A straight road past the listener. */
export interface Road {
  from: Place;
  to: Place;
  /** The duration from one end to the other. */
  seconds: number;
  /** Start times, in seconds of its source's loop: there, back, and there again. */
  starts: readonly number[];
}

/**
 * The place of something that drives on a road; before its start and after its arrival, it waits. @param second of its
 * loop
 */
export function onRoad({ from, to, seconds, starts }: Road, second: number): Place {
  const drive = Math.max(
    0,
    starts.findLastIndex((start) => start <= second),
  );
  const gone = Math.min(1, Math.max(0, (second - (starts[drive] as number)) / seconds));
  const part = drive % 2 === 0 ? gone : 1 - gone;
  const [a, b] = [from, to].map(({ azimuth, distance }) => {
    const turn = (azimuth * Math.PI) / 180;
    return { x: distance * Math.sin(turn), y: distance * Math.cos(turn) };
  }) as [{ x: number; y: number }, { x: number; y: number }];
  const x = a.x + (b.x - a.x) * part;
  const y = a.y + (b.y - a.y) * part;
  return { azimuth: (Math.atan2(x, y) * 180) / Math.PI, distance: Math.hypot(x, y) };
}

/** Maps a distance to the drawn stage: 0 in the middle, 1 at the edge. Near distances get more room, as in hearing. */
export function drawnRadius(distance: number): number {
  return Math.log1p(distance) / Math.log1p(furthest);
}

/** A place as a point of the drawn stage, whose edge is 1 away from the middle; x to the right, y downwards. */
export function toPoint({ azimuth, distance }: Place): { x: number; y: number } {
  const turn = (azimuth * Math.PI) / 180;
  const radius = drawnRadius(distance);
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
}

/** The place drawn at a point. */
export function fromPoint({ x, y }: { x: number; y: number }): Place {
  const distance = Math.expm1(Math.min(1, Math.hypot(x, y)) * Math.log1p(furthest));
  return onStage({ azimuth: (Math.atan2(x, -y) * 180) / Math.PI, distance });
}

const directions = [
  'ahead',
  'ahead, to the right',
  'to the right',
  'behind, to the right',
  'behind',
  'behind, to the left',
  'to the left',
  'ahead, to the left',
] as const;

/** A direction in words. @param azimuth degrees clockwise from where the listener faces */
export function directionWords(azimuth: number): string {
  const sector = Math.round(((azimuth % 360) + 360) / 45) % 8;
  return directions[sector] as string;
}

/** A place in words: "behind, to the left, 4 metres away". */
export function placeWords({ azimuth, distance }: Place, heading: number): string {
  const metres =
    distance < 1
      ? 'within reach'
      : `${Math.round(distance)} ${Math.round(distance) === 1 ? 'metre' : 'metres'} away`;
  return `${directionWords(azimuth - heading)}, ${metres}`;
}

/** Where the listener faces, in words. */
export function headingWords(heading: number): string {
  const degrees = Math.round(wrapped(heading));
  if (degrees === 0) return 'facing ahead';
  if (Math.abs(degrees) === 180) return 'turned right round';
  return `turned ${Math.abs(degrees)} degrees to the ${degrees > 0 ? 'right' : 'left'}`;
}
