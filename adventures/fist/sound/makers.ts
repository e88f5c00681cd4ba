import { low, type Makers } from '#client/sound/synth/maker.ts';
import { dripping } from '#client/sound/synth/water.ts';
import * as sounds from './synth.ts';
import { theme } from './theme.ts';

/** What makes each source of the scene, and its music, in the order in which they are made: one that is quick begins. */
export const makers: Makers = {
  rats: sounds.rats,
  torch: sounds.torch,
  water: dripping,
  hoist: sounds.hoist,
  door: low(sounds.farDoor),
  theme,
};
