import type { Place } from './places.ts';

/** Web Audio's space, in metres: x to the right, y up, z backwards. The listener stays in the middle. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** Metres that sound goes in a second, at 20 degrees. */
export const speedOfSound = 343;

/** A place in space. The world turns the other way when the listener does. @param elevation, heading degrees */
export function pointOf({ azimuth, distance }: Place, elevation: number, heading: number): Point {
  const turn = ((azimuth - heading) * Math.PI) / 180;
  const rise = (elevation * Math.PI) / 180;
  const flat = distance * Math.cos(rise);
  return { x: flat * Math.sin(turn), y: distance * Math.sin(rise), z: -flat * Math.cos(turn) };
}

/** A flat thing that throws sound back: where one meets it on the straight way from the listener. */
export interface Wall {
  /** Degrees clockwise from straight ahead. */
  azimuth: number;
  /** Degrees above the ears; the floor is at -90. */
  elevation: number;
  /** Metres from the listener. */
  metres: number;
  /** The part of a sound's pressure that comes back, 0 to 1. */
  reflects: number;
  /** Above this, in Hz, it keeps more and more for itself. */
  edge: number;
}

/**
 * How far a sound has to go that comes by way of a wall: as far as from its mirror image behind it.
 * Source: J. B. Allen, D. A. Berkley, "Image method for efficiently simulating small-room acoustics" (JASA, 1979).
 * @returns metres, or null when the source stands behind the wall
 */
export function wayByWall(place: Place, elevation: number, wall: Wall): number | null {
  const source = pointOf(place, elevation, 0);
  const normal = pointOf({ azimuth: wall.azimuth, distance: 1 }, wall.elevation, 0);
  const before = wall.metres - (source.x * normal.x + source.y * normal.y + source.z * normal.z);
  if (before <= 0) return null;
  return Math.hypot(
    source.x + 2 * before * normal.x,
    source.y + 2 * before * normal.y,
    source.z + 2 * before * normal.z,
  );
}
