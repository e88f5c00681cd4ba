import { useId, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Engine, EngineState } from '../engine/engine.ts';
import { drawnRadius, fromPoint, headingWords, type Place, placeWords, rings, toPoint } from '../places.ts';
import { Pulse } from './Pulse.tsx';
import styles from './Stage.module.css';
import { drawnPart, type Point, StageHandle } from './StageHandle.tsx';
import { listenerKey, sourceKey } from './steps.ts';

interface StageProps {
  engine: Engine;
  state: EngineState;
}

/** The stage from above: rings of distance, the listener in the middle, and every source at its place. */
export function Stage({ engine, state }: StageProps) {
  const stage = useRef<HTMLFieldSetElement>(null);
  const sourceHelp = useId();
  const listenerHelp = useId();
  const { places, heading, cue } = state;

  function turnTowards({ x, y }: Point) {
    // Too near the middle a direction is meaningless.
    if (Math.hypot(x, y) > 0.05) engine.turn((Math.atan2(x, -y) * 180) / Math.PI);
  }

  return (
    <div className={styles['frame']}>
      <fieldset ref={stage} className={styles['stage']} aria-label="The stage, seen from above">
        <svg className={styles['rings']} viewBox="-100 -100 200 200" aria-hidden="true">
          {rings.map((metres) => (
            <circle key={metres} r={drawnRadius(metres) * 100 * drawnPart} />
          ))}
          {rings.map((metres) => (
            <text key={metres} x={0} y={drawnRadius(metres) * 100 * drawnPart + 4.6}>
              {metres} m
            </text>
          ))}
        </svg>
        {engine.scene.sources.map(({ id, name }) => {
          const place = places[id] as Place;
          return (
            <StageHandle
              key={id}
              stage={stage}
              className={classNames(styles['source'], !state.ready.includes(id) && styles['waiting'])}
              point={toPoint(place)}
              label={name}
              value={place.azimuth}
              valueText={placeWords(place, heading)}
              describedBy={sourceHelp}
              onDrag={(point) => engine.place(id, fromPoint(point))}
              onKey={(key) => sourceKey(engine, id, key)}
            >
              <span className={styles['dot']} />
              <Pulse source={id} cue={cue} className={styles['pulse']} />
              {/* On the side away from the listener, who must stay visible. */}
              <span className={classNames(styles['name'], toPoint(place).y < 0 && styles['above'])}>
                {name}
              </span>
            </StageHandle>
          );
        })}
        <StageHandle
          stage={stage}
          className={styles['listener']}
          point={{ x: 0, y: 0 }}
          label="You"
          value={heading}
          valueText={headingWords(heading)}
          describedBy={listenerHelp}
          onDrag={turnTowards}
          onKey={(key) => listenerKey(engine, key)}
        >
          <svg viewBox="-32 -32 64 64" aria-hidden="true">
            <g transform={`rotate(${heading})`}>
              <path className={styles['nose']} d="M-6 -13 0 -25 6 -13Z" />
              <circle className={styles['head']} r="13" />
              <path className={styles['ear']} d="M-17 -7a18 18 0 0 0 0 14M17 -7a18 18 0 0 1 0 14" />
            </g>
          </svg>
        </StageHandle>
      </fieldset>
      <p id={sourceHelp} hidden>
        Left and right arrow keys move it round you, up and down further and nearer.
      </p>
      <p id={listenerHelp} hidden>
        Left and right arrow keys turn you, Home faces you ahead again.
      </p>
    </div>
  );
}
