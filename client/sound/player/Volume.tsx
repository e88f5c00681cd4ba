import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { keepPreferences, readPreferences, type SoundPreferences } from '../preferences.ts';
import styles from './Player.module.css';

/** Volume and mute; the browser remembers them. @param onVolume gets 0 (mute) to 1 */
export function Volume({ onVolume }: { onVolume(volume: number): void }) {
  const [{ volume, muted }, setPreferences] = useState<SoundPreferences>(() => readPreferences());
  const slider = useId();

  useEffect(() => onVolume(muted ? 0 : volume), [onVolume, volume, muted]);

  function change(preferences: SoundPreferences) {
    setPreferences(preferences);
    keepPreferences(preferences);
  }

  return (
    <div className={styles['volume']}>
      <label htmlFor={slider}>Volume</label>
      <input
        id={slider}
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-valuetext={`${Math.round(volume * 100)} percent`}
        onChange={(event) => change({ volume: Number(event.target.value) / 100, muted: false })}
      />
      <Button variant="quiet" pressed={muted} onClick={() => change({ volume, muted: !muted })}>
        Mute
      </Button>
    </div>
  );
}
