import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './Player.module.css';
import type { Liking } from './use-liking.ts';

/** Volume, mute and music; the browser stores volume and music. */
export function Volume({ liking: { volume, muted, music, change, mute } }: { liking: Liking }) {
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
        onChange={(event) => {
          mute(false);
          change({ volume: Number(event.target.value) / 100 });
        }}
      />
      <Button variant="quiet" pressed={muted} onClick={() => mute(!muted)}>
        Mute
      </Button>
      <Button variant="quiet" pressed={music} onClick={() => change({ music: !music })}>
        Music
      </Button>
    </div>
  );
}
