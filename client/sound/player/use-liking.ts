import { useEffect, useState } from 'react';
import type { Engine } from '../engine/engine.ts';
import { keepPreferences, readPreferences, type SoundPreferences } from '../preferences.ts';

/** The listener's sound preferences, with a function to change them. */
export interface Liking extends SoundPreferences {
  change(some: Partial<SoundPreferences>): void;
}

/** Applies the preferences to an engine from its start, and stores changes in the browser. */
export function useLiking(engine: Engine): Liking {
  const [liked, setLiked] = useState<SoundPreferences>(() => readPreferences());
  const { volume, muted, head, music } = liked;

  useEffect(() => engine.setVolume(muted ? 0 : volume), [engine, volume, muted]);
  useEffect(() => engine.setHead(head), [engine, head]);
  useEffect(() => engine.setMusic(music), [engine, music]);

  return {
    ...liked,
    change(some) {
      const now = { ...liked, ...some };
      setLiked(now);
      keepPreferences(now);
    },
  };
}
