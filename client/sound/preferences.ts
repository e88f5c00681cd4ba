/** How loud somebody likes it. */
export interface SoundPreferences {
  /** 0 to 1. */
  volume: number;
  muted: boolean;
}

type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

const key = 'sound';
const usual: SoundPreferences = { volume: 0.9, muted: false };

/** This browser's memory, or nothing where it refuses one: then preferences last as long as the page. */
function memory(): Keeper | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** What was kept, or the usual when nothing usable was: anybody may edit their storage. */
export function readPreferences(keeper: Keeper | null = memory()): SoundPreferences {
  const text = keeper?.getItem(key) ?? null;
  const [, volume, muted] = /^(\d{1,3}) (on|muted)$/.exec(text ?? '') ?? [];
  if (volume === undefined || Number(volume) > 100) return usual;
  return { volume: Number(volume) / 100, muted: muted === 'muted' };
}

/** @returns whether the browser kept them */
export function keepPreferences(
  { volume, muted }: SoundPreferences,
  keeper: Keeper | null = memory(),
): boolean {
  try {
    keeper?.setItem(key, `${Math.round(volume * 100)} ${muted ? 'muted' : 'on'}`);
    return keeper !== null;
  } catch {
    return false;
  }
}
