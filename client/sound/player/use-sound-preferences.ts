import { useEffect, useState } from 'react';
import type { Engine } from '../engine/engine.ts';
import { keepPreferences, readPreferences, type SoundPreferences } from '../preferences.ts';

/** The listener's sound preferences, with a function to change them. */
export interface ChangeablePreferences extends SoundPreferences {
  change(some: Partial<SoundPreferences>): void;
}

/** Applies the preferences to an engine from its start, and stores changes in the browser. */
export function useSoundPreferences(engine: Engine): ChangeablePreferences {
  const [preferences, setPreferences] = useState<SoundPreferences>(() => readPreferences());
  const { volume, muted, head, music } = preferences;

  useEffect(() => engine.setVolume(muted ? 0 : volume), [engine, volume, muted]);
  useEffect(() => engine.setHead(head), [engine, head]);
  useEffect(() => engine.setMusic(music), [engine, music]);

  return {
    ...preferences,
    change(some) {
      const now = { ...preferences, ...some };
      setPreferences(now);
      keepPreferences(now);
    },
  };
}
