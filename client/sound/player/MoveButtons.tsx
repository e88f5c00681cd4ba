import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Engine } from '../engine/engine.ts';
import { headingWords, placeWords } from '../places.ts';
import styles from './Player.module.css';
import { moveSource, type Step, turnListener } from './steps.ts';

const listener = 'you';

/** Buttons as an alternative to dragging: choose a source, press a direction. */
export function MoveButtons({ engine }: { engine: Engine }) {
  const [chosen, setChosen] = useState<string>(engine.scene.sources[0]?.id ?? listener);
  const [[presses, said], setSaid] = useState<[presses: number, words?: string]>([0]);
  const select = useId();
  const turns = chosen === listener;

  function go(step: Step) {
    if (turns) turnListener(engine, step);
    else moveSource(engine, chosen, step);
    setSaid([presses + 1, placeOf(engine, chosen)]);
  }

  return (
    <details className={styles['details']}>
      <summary>Move with buttons</summary>
      <div className={styles['moves']}>
        <label htmlFor={select}>What moves</label>
        <select id={select} value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {engine.scene.sources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={listener}>You</option>
        </select>
        <Button variant="quiet" onClick={() => go('left')}>
          {turns ? 'Turn left' : 'Round to the left'}
        </Button>
        <Button variant="quiet" onClick={() => go('right')}>
          {turns ? 'Turn right' : 'Round to the right'}
        </Button>
        <Button variant="quiet" onClick={() => go('nearer')} disabled={turns}>
          Nearer
        </Button>
        <Button variant="quiet" onClick={() => go('further')} disabled={turns}>
          Further
        </Button>
      </div>
      <VisuallyHidden>
        {/* A new element for each press: many leave the words as they are, which would not be read out again. */}
        <span role="status">
          <span key={presses}>{said}</span>
        </span>
      </VisuallyHidden>
    </details>
  );
}

/** The text to announce after a press: unlike a slider, a button does not read out the new position. */
function placeOf(engine: Engine, id: string): string {
  const { places, heading } = engine.snapshot();
  const place = places[id];
  const name = engine.scene.sources.find((source) => source.id === id)?.name;
  return place ? `${name}: ${placeWords(place, heading)}` : `You: ${headingWords(heading)}`;
}
