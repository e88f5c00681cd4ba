import type { Engine, EngineState } from '../engine/engine.ts';
import { directionWords } from '../places.ts';

/** The caption of the last cue with its direction; empty before the first sound. */
export function captionOf({ scene }: Engine, { cue, places, heading }: EngineState): string {
  const source = scene.sources.find(({ id }) => id === cue?.source);
  const place = source && places[source.id];
  return place ? `${source.caption}, ${directionWords(place.azimuth - heading)}.` : '';
}

/** The status of a paused scene. @param isStuck it was asked to go on, and the device does not start */
export const pausedText = (isStuck: boolean): string =>
  isStuck
    ? 'Paused. This device makes no sound at the moment: connect headphones, then load the page again.'
    : 'Paused.';
