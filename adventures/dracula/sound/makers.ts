import { low, type Makers } from '#client/sound/synth/maker.ts';
import * as sounds from './synth.ts';
import { theme } from './theme.ts';

/** What makes each source of the scene, and its music. */
export const makers: Makers = {
  wind: low(sounds.nightWind),
  wolves: low(sounds.wolves),
  carriage: sounds.carriage,
  bell: low(sounds.churchBell),
  wings: sounds.wings,
  theme,
};
