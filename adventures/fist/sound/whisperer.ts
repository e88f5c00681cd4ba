import type { Whisperer } from '#client/sound/scenes/scene.ts';

/** Whose voice is whispered where no actor has spoken yet. */
export const whisperer: Whisperer = { voice: 'rms', slowness: 1.12 };
