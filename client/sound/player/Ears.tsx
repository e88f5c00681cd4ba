import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { whyMissing } from '../../ui/hydrated-event.ts';
import type { Engine } from '../engine/engine.ts';
import { type Head, heads } from '../heads.ts';
import styles from './Player.module.css';
import type { RavenGame } from './RavenGame.tsx';
import type { ChangeablePreferences } from './use-sound-preferences.ts';

const names: Readonly<Record<Head, string>> = { small: 'narrow', middle: 'like most', large: 'wide' };

/** The head size: chosen by hand, or found by a game, which is loaded only when played. */
export function Ears({ engine, preferences }: { engine: Engine; preferences: ChangeablePreferences }) {
  const [Game, setGame] = useState<typeof RavenGame | null>(null);
  const [message, setMessage] = useState('');
  const select = useId();

  async function play() {
    try {
      const loaded = await import('./RavenGame.tsx');
      await engine.resume();
      setMessage('');
      setGame(() => loaded.RavenGame);
    } catch {
      setMessage(`The raven did not come. ${whyMissing} Load the page again.`);
    }
  }

  /** The calls were made for other heads, and a preference that stays as it was is not applied again. */
  function found(head: Head) {
    engine.setHead(head);
    preferences.change({ head });
  }

  function end() {
    setGame(null);
    engine.setHead(preferences.head);
  }

  return (
    <details className={styles['details']}>
      <summary>Fit it to your ears</summary>
      <p>
        Heads differ, and so does what two ears tell. If things sound nearer the middle or further to the side
        than they stand, change it here; or let a raven find out, in half a minute.
      </p>
      <div className={styles['moves']}>
        <label htmlFor={select}>Your head</label>
        <select
          id={select}
          value={preferences.head}
          onChange={({ target }) => {
            const head = heads.find((known) => known === target.value);
            if (head) preferences.change({ head });
          }}
        >
          {heads.map((head) => (
            <option key={head} value={head}>
              {names[head]}
            </option>
          ))}
        </select>
        <Button variant="quiet" onClick={play}>
          Where is the raven?
        </Button>
      </div>
      <p role="status">{message}</p>
      {Game ? <Game engine={engine} onFound={found} onEnd={end} /> : null}
    </details>
  );
}
