import { low, type Makers } from '#client/sound/synth/maker.ts';
import { dripping } from '#client/sound/synth/water.ts';
import * as sounds from './synth.ts';
import { theme } from './theme.ts';

/** What makes each source of the scene, and its music, in the order in which they are made: one that is quick begins. */
export const makers: Makers = {
  torch: sounds.torch,
  water: dripping,
  hoist: sounds.hoist,
  rats: sounds.rats,
  door: low(sounds.farDoor),
  theme,
};
