import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './Player.module.css';
import type { ChangeablePreferences } from './use-sound-preferences.ts';

/** Volume, mute and music. */
export function Volume({
  preferences: { volume, muted, music, change },
}: {
  preferences: ChangeablePreferences;
}) {
  const slider = useId();
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
      <Button variant="quiet" pressed={muted} onClick={() => change({ muted: !muted })}>
        Mute
      </Button>
      <Button variant="quiet" pressed={music} onClick={() => change({ music: !music })}>
        Music
      </Button>
    </div>
  );
}
