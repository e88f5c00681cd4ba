import { low, type Makers } from '#client/sound/synth/maker.ts';
import * as sounds from './synth.ts';
import { theme } from './theme.ts';

/** What makes each source of the scene, and its music, in the order in which they are made: one that is quick begins. */
export const makers: Makers = {
  wings: sounds.wings,
  wind: low(sounds.nightWind),
  bell: low(sounds.churchBell),
  wolves: low(sounds.wolves),
  carriage: sounds.carriage,
  theme,
};
