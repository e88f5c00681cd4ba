import { type BrowserStorage, browserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';
import { type Head, heads } from './heads.ts';

/** The listener's sound preferences and head size. */
export interface SoundPreferences {
  /** 0 to 1. */
  volume: number;
  /** Not stored: silence lasts as long as the player, so that whoever presses Play or Listen later hears something. */
  muted: boolean;
  head: Head;
  /** Whether there is music. */
  music: boolean;
}

const key = 'sound';
const usual: SoundPreferences = { volume: 0.9, muted: false, head: 'middle', music: true };

/** The stored preferences, or defaults if nothing usable is stored: anybody may edit their storage. */
export function readPreferences(keeper: BrowserStorage | null = browserStorage()): SoundPreferences {
  const text = storedText(keeper, key);
  // Older storage has no more than the first two, of which the second may be `muted`.
  const [, volume, named, music] =
    /^(\d{1,3}) (?:on|muted)(?: (\w+) (music|silence))?$/.exec(text ?? '') ?? [];
  if (volume === undefined || Number(volume) > 100) return usual;
  return {
    ...usual,
    volume: Number(volume) / 100 || usual.volume,
    head: heads.find((head) => head === named) ?? usual.head,
    music: music !== 'silence',
  };
}

/** @returns whether the browser stored them; if not, they last as long as the page */
export function keepPreferences(
  { volume, head, music }: SoundPreferences,
  keeper: BrowserStorage | null = browserStorage(),
): boolean {
  const text = `${Math.round(volume * 100)} on ${head} ${music ? 'music' : 'silence'}`;
  return storeText(keeper, key, text);
}
