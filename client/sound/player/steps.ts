import type { Engine } from '../engine/engine.ts';

/** Degrees that one press turns something round the listener, or the listener round. */
const turnStep = 10;
/** How much nearer or further one press brings something: a ratio, as the ear counts. */
const distanceStep = 1.2;

/** The ways something can be moved by a key or a button. */
export type Step = 'left' | 'right' | 'nearer' | 'further';

const stepOfKey: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'further',
  ArrowDown: 'nearer',
};

/** Moves a source by a step. Left is against the clock, seen from above. */
export function moveSource(engine: Engine, id: string, step: Step): void {
  const place = engine.snapshot().places[id];
  if (!place) throw new Error(`There is no source ${id}.`);
  const { azimuth, distance } = place;
  if (step === 'left') engine.place(id, { azimuth: azimuth - turnStep, distance });
  if (step === 'right') engine.place(id, { azimuth: azimuth + turnStep, distance });
  if (step === 'nearer') engine.place(id, { azimuth, distance: distance / distanceStep });
  if (step === 'further') engine.place(id, { azimuth, distance: distance * distanceStep });
}

/** Turns the listener by a step; `nearer` and `further` mean nothing to them. @returns whether they turned */
export function turnListener(engine: Engine, step: Step): boolean {
  if (step !== 'left' && step !== 'right') return false;
  engine.turn(engine.snapshot().heading + (step === 'left' ? -turnStep : turnStep));
  return true;
}

/** The step that a key on a source means. @returns whether it meant one */
export function sourceKey(engine: Engine, id: string, key: string): boolean {
  const step = stepOfKey[key];
  if (!step) return false;
  moveSource(engine, id, step);
  return true;
}

/** The step that a key on the listener means; Home faces ahead again. @returns whether it meant one */
export function listenerKey(engine: Engine, key: string): boolean {
  if (key === 'Home') {
    engine.turn(0);
    return true;
  }
  const step = stepOfKey[key];
  return step !== undefined && turnListener(engine, step);
}
