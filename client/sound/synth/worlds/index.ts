import type { World } from '../../world.ts';
import type { Loop, Studio } from '../loop.ts';
import { surf } from '../surf.ts';
import { dripping } from '../water.ts';
import * as coc from './coc.ts';
import * as dracula from './dracula.ts';
import * as fist from './fist.ts';
import * as fod from './fod.ts';
import * as mace from './mace.ts';

type Maker = (studio: Studio) => Loop;

/** For what has no highs: made at half the rate, in half the time and memory, and none the duller for it. */
const low =
  (make: Maker): Maker =>
  (studio) =>
    make({ ...studio, rate: studio.rate / 2 });

/** What makes each source of each world; the names are those of the scenes. */
export const makers: Readonly<Record<World, Readonly<Record<string, Maker>>>> = {
  fod: {
    embers: fod.embers,
    chains: fod.chains,
    wind: low(fod.slitWind),
    footsteps: fod.footsteps,
    horn: low(fod.horn),
  },
  fist: {
    torch: fist.torch,
    water: dripping,
    hoist: fist.hoist,
    rats: fist.rats,
    door: low(fist.farDoor),
  },
  mace: {
    chimes: mace.chimes,
    anvil: mace.anvil,
    pages: mace.pages,
    wind: low(mace.courtWind),
    murmur: low(mace.murmur),
  },
  coc: { surf: low(surf), buoy: coc.bellBuoy, rope: coc.rope, gulls: coc.gulls, below: low(coc.below) },
  dracula: {
    wind: low(dracula.nightWind),
    wolves: low(dracula.wolves),
    carriage: dracula.carriage,
    bell: low(dracula.churchBell),
    wings: dracula.wings,
  },
};
