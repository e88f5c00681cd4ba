import type { World } from '../../world.ts';
import type { Sources } from '../loop.ts';
import { sources as coc } from './coc.ts';
import { sources as dracula } from './dracula.ts';
import { sources as fist } from './fist.ts';
import { sources as fod } from './fod.ts';
import { sources as mace } from './mace.ts';

/** What makes each source of each world; the player's workers have one world each. */
export const makers: Readonly<Record<World, Sources>> = { fod, fist, mace, coc, dracula };
