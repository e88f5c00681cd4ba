import type { Place, Road } from '../places.ts';
import type { Wall } from '../space.ts';
import type { RoomSound } from '../synth/room.ts';
import type { World } from '../world.ts';

/** One thing that sounds. */
export interface SceneSource extends Place {
  /** The name the synthesis knows it by. */
  id: string;
  name: string;
  /** What is heard when it speaks up, for the captions. */
  caption: string;
  /** Peak in dBFS as it arrives at the listener from its first place. */
  peakDb: number;
  /** Degrees above (or below) the ears; 0 when left out. */
  elevation?: number;
  /** How much of the room answers it; 1 when left out. */
  room?: number;
  /** It is heard over so many degrees, from a left, a middle and a right; a point when left out. */
  width?: number;
  /** It moves by itself: to and fro over so many degrees in so many seconds, until somebody takes it in hand. */
  wander?: { degrees: number; seconds: number };
  /** It drives by on a road, in step with its loop, until somebody takes it in hand. */
  road?: Road;
}

/** A source goes somewhere while a line is spoken. */
export interface Move {
  source: string;
  /** Seconds after the line begins. */
  after: number;
  to: Place;
  /** How long it takes to get there. */
  seconds: number;
  /** Starts the source's loop anew at this second of it, so that it speaks up now. */
  from?: number;
  /** Louder or softer from then on, in dB. */
  gainDb?: number;
}

/** The lines of a guided scene; their recordings are named after them. */
export type LineName = 'ask' | 'left' | 'right';

/** A spoken line and what the scene does meanwhile. */
export interface Beat {
  words: string;
  moves: readonly Move[];
}

/** Whose voice is whispered where no actor has spoken yet (scripts/voices/make-whispers.ts); `sound/whisperer.ts` in a home. */
export interface Whisperer {
  /** A voice of flite. */
  voice: string;
  /** How much slower than that voice speaks by itself; 1 is as slow. */
  slowness: number;
}

/** A world as it can be heard. */
export interface Scene {
  world: World;
  title: string;
  /** The whole scene in words, for those who read it instead. */
  description: string;
  sources: readonly SceneSource[];
  /** Brings the scene to -20 LUFS, in dB. */
  trimDb: number;
  /** The room around the listener: its nearest walls, how what they leave dies away, and how loud that is. */
  room: RoomSound & { walls: readonly Wall[]; level: number };
  /** Where the music stands, and its peak in dBFS as it arrives from there. */
  theme: Place & { peakDb: number };
  /** Brings a whisper of -20 LUFS to -16 LUFS at the ears, in dB. */
  voiceDb: number;
  /** Where a whisper stands: at an ear. An actor's voice stands in front. */
  whisper: Place;
  /** Whoever speaks does so on a telephone line. */
  telephone?: boolean;
  guided: {
    ask: Beat;
    left: Beat & { label: string };
    right: Beat & { label: string };
  };
}
