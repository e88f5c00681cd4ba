import type { Place, Road } from '../places.ts';
import type { Wall } from '../space.ts';
import type { RoomSound } from '../synth/room.ts';
import type { World } from '../world.ts';

/** A source: one thing that sounds. */
export interface SceneSource extends Place {
  /** Its name in the synthesis. */
  id: string;
  name: string;
  /** What is heard at its cues, for the captions. */
  caption: string;
  /** Peak in dBFS as it arrives at the listener from its initial place. */
  peakDb: number;
  /** Degrees above (or below) the ears; 0 when left out. */
  elevation?: number;
  /** Reverb send, relative; 1 when left out. */
  room?: number;
  /** Its angular width in degrees, played from a left, a middle and a right; a point when left out. */
  width?: number;
  /** It sways: to and fro over so many degrees in so many seconds, until somebody grabs it. */
  wander?: { degrees: number; seconds: number };
  /** It drives by on a road, in step with its loop, until somebody grabs it. */
  road?: Road;
}

/** A source's movement during a line. */
export interface Move {
  source: string;
  /** Seconds after the line begins. */
  after: number;
  to: Place;
  /** The duration of the movement. */
  seconds: number;
  /** Restarts the source's loop at this second of it, so that its sound comes now. */
  from?: number;
  /** Changes its level from then on, in dB. */
  gainDb?: number;
}

/** The lines of a guided scene; their recordings are named after them. */
export type LineName = 'ask' | 'left' | 'right';

/** A spoken line and what the scene does meanwhile. */
interface Beat {
  words: string;
  moves: readonly Move[];
}

/**
 * The synthetic voice for whispers that no actor has recorded yet (scripts/voices/make-whispers.ts); `sound/whisperer.ts`
 * in a home.
 */
export interface Whisperer {
  /** The name of a flite voice. */
  voice: string;
  /** The voice's slowness; 1 is its normal pace. */
  slowness: number;
}

/** A scene to listen to. */
export interface Scene {
  world: World;
  title: string;
  /** The whole scene as text, for people who read it instead. */
  description: string;
  sources: readonly SceneSource[];
  /** Brings the scene to -20 LUFS, in dB. */
  trimDb: number;
  /** The room: its nearest walls, its reverb, and the reverb's level. */
  room: RoomSound & { walls: readonly Wall[]; level: number };
  /** The position of the music, and its peak in dBFS as it arrives from there. */
  theme: Place & { peakDb: number };
  /** Brings a whisper of -20 LUFS to -16 LUFS at the ears, in dB. */
  voiceDb: number;
  /** The position of a whisper, at an ear. An actor's voice is in front. */
  whisper: Place;
  /** Whether the voice is on a telephone. */
  telephone?: boolean;
  guided: {
    ask: Beat;
    left: Beat & { label: string };
    right: Beat & { label: string };
  };
}
