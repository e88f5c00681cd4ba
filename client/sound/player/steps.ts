import type { Engine } from '../engine/engine.ts';

/** Degrees per press, of a source round the listener, or of the listener. */
const turnStep = 10;
/** The ratio by which one press changes a source's distance, as hearing is logarithmic. */
const distanceStep = 1.2;

/** Movements by key or button. */
export type Step = 'left' | 'right' | 'nearer' | 'further';

const stepOfKey: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'further',
  ArrowDown: 'nearer',
};

/** Moves a source by a step. Left is anticlockwise, seen from above. */
export function moveSource(engine: Engine, id: string, step: Step): void {
  const place = engine.snapshot().places[id];
  if (!place) throw new Error(`There is no source ${id}.`);
  const { azimuth, distance } = place;
  if (step === 'left') engine.place(id, { azimuth: azimuth - turnStep, distance });
  if (step === 'right') engine.place(id, { azimuth: azimuth + turnStep, distance });
  if (step === 'nearer') engine.place(id, { azimuth, distance: distance / distanceStep });
  if (step === 'further') engine.place(id, { azimuth, distance: distance * distanceStep });
}

/** Turns the listener by a step; `nearer` and `further` have no effect. @returns whether they turned */
export function turnListener(engine: Engine, step: Step): boolean {
  if (step !== 'left' && step !== 'right') return false;
  engine.turn(engine.snapshot().heading + (step === 'left' ? -turnStep : turnStep));
  return true;
}

/** Handles a key on a source. @returns whether it had an effect */
export function sourceKey(engine: Engine, id: string, key: string): boolean {
  const step = stepOfKey[key];
  if (!step) return false;
  moveSource(engine, id, step);
  return true;
}

/** Handles a key on the listener; Home faces ahead again. @returns whether it had an effect */
export function listenerKey(engine: Engine, key: string): boolean {
  if (key === 'Home') {
    engine.turn(0);
    return true;
  }
  const step = stepOfKey[key];
  return step !== undefined && turnListener(engine, step);
}
