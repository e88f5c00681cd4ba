import { browserStorage } from '#client/ui/browser-storage.ts';

/** How loud somebody likes it. */
export interface SoundPreferences {
  /** 0 to 1. */
  volume: number;
  muted: boolean;
}

type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

const key = 'sound';
const usual: SoundPreferences = { volume: 0.9, muted: false };

/** What was kept, or the usual when nothing usable was: anybody may edit their storage. */
export function readPreferences(keeper: Keeper | null = browserStorage()): SoundPreferences {
  const text = keeper?.getItem(key) ?? null;
  const [, volume, muted] = /^(\d{1,3}) (on|muted)$/.exec(text ?? '') ?? [];
  if (volume === undefined || Number(volume) > 100) return usual;
  return { volume: Number(volume) / 100, muted: muted === 'muted' };
}

/** @returns whether the browser kept them; where it refuses, they last as long as the page */
export function keepPreferences(
  { volume, muted }: SoundPreferences,
  keeper: Keeper | null = browserStorage(),
): boolean {
  try {
    keeper?.setItem(key, `${Math.round(volume * 100)} ${muted ? 'muted' : 'on'}`);
    return keeper !== null;
  } catch {
    return false;
  }
}
