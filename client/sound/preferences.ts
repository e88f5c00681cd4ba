import { type BrowserStorage, browserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';
import { type Head, heads } from './heads.ts';

/** The listener's sound preferences and head size. */
export interface SoundPreferences {
  /** 0 to 1. */
  volume: number;
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
  // The last two were added later: older storage has only the first two.
  const [, volume, muted, named, music] =
    /^(\d{1,3}) (on|muted)(?: (\w+) (music|silence))?$/.exec(text ?? '') ?? [];
  if (volume === undefined || Number(volume) > 100) return usual;
  return {
    volume: Number(volume) / 100,
    muted: muted === 'muted',
    head: heads.find((head) => head === named) ?? usual.head,
    music: music !== 'silence',
  };
}

/** @returns whether the browser stored them; if not, they last as long as the page */
export function keepPreferences(
  { volume, muted, head, music }: SoundPreferences,
  keeper: BrowserStorage | null = browserStorage(),
): boolean {
  const text = `${Math.round(volume * 100)} ${muted ? 'muted' : 'on'} ${head} ${music ? 'music' : 'silence'}`;
  return storeText(keeper, key, text);
}
