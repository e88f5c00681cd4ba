import type { World } from '../world.ts';
import { coc } from './coc.ts';
import { dracula } from './dracula.ts';
import { fist } from './fist.ts';
import { fod } from './fod.ts';
import { mace } from './mace.ts';
import type { Scene } from './scene.ts';

/** Every world's scene. */
export const scenes: Readonly<Record<World, Scene>> = { fod, fist, mace, coc, dracula };
