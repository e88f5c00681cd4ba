import { low, type Makers } from '#client/sound/synth/maker.ts';
import { surf } from '#client/sound/synth/surf.ts';
import * as sounds from './synth.ts';
import { theme } from './theme.ts';

/** What makes each source of the scene, and its music, in the order in which they are made: one that is quick begins. */
export const makers: Makers = {
  buoy: sounds.bellBuoy,
  surf: low(surf),
  rope: sounds.rope,
  gulls: sounds.gulls,
  below: low(sounds.below),
  theme,
};

/** What chance begins with: the id that the world had when its sounds were chosen by ear. Another one makes other sounds. */
export const seed = 'coc';
