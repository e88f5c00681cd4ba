import { low, type Makers } from '#client/sound/synth/maker.ts';
import * as sounds from './synth.ts';

/** What makes each source of the scene. */
export const makers: Makers = {
  torch: sounds.torch,
  water: sounds.dripping,
  hoist: sounds.hoist,
  rats: sounds.rats,
  door: low(sounds.farDoor),
};
