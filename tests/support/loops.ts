import { sampleRate } from '#client/sound/sample-rate.ts';
import type { Loop } from '#client/sound/synth/loop.ts';
import { makeSource } from '#client/sound/synth/make-source.ts';
import type { World } from '#client/sound/world.ts';

const kept = new Map<string, Loop>();

/** A world's source at the player's sample rate. It is rendered once a process, which takes up to a second. */
export function loopOf(world: World, source: string): Loop {
  const key = `${world}/${source}`;
  const loop = kept.get(key) ?? makeSource(world, source, sampleRate);
  kept.set(key, loop);
  return loop;
}
