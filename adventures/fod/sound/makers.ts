import { low, type Makers } from '#client/sound/synth/maker.ts';
import * as sounds from './synth.ts';

/** What makes each source of the scene. */
export const makers: Makers = {
  embers: sounds.embers,
  chains: sounds.chains,
  wind: low(sounds.slitWind),
  footsteps: sounds.footsteps,
  horn: low(sounds.horn),
};
