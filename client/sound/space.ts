import type { Place } from './places.ts';

/** Web Audio coordinates, in metres: x to the right, y up, z backwards. The listener stays at the origin. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** The speed of sound at 20 degrees, in metres per second. */
export const speedOfSound = 343;

/** A place as coordinates. When the listener turns, the world turns the other way. @param elevation, heading degrees */
export function pointOf({ azimuth, distance }: Place, elevation: number, heading: number): Point {
  const turn = ((azimuth - heading) * Math.PI) / 180;
  const rise = (elevation * Math.PI) / 180;
  const flat = distance * Math.cos(rise);
  return { x: flat * Math.sin(turn), y: distance * Math.sin(rise), z: -flat * Math.cos(turn) };
}

/** A flat reflecting surface, described by its nearest point to the listener. */
export interface Wall {
  /** Degrees clockwise from straight ahead. */
  azimuth: number;
  /** Degrees above the ears; the floor is at -90. */
  elevation: number;
  /** Metres from the listener. */
  metres: number;
  /** Reflected share of the sound pressure, 0 to 1. */
  reflects: number;
  /** Above this frequency, in Hz, it absorbs more and more. */
  edge: number;
}

/**
 * The length of a sound's path by way of a wall: the distance from its mirror image behind the wall.
 * Source: J. B. Allen, D. A. Berkley, "Image method for efficiently simulating small-room acoustics" (JASA, 1979).
 * @returns metres, or null when the source is behind the wall
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
