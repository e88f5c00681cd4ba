import type { World } from '../world.ts';
import { coc } from './coc.ts';
import { dracula } from './dracula.ts';
import { fist } from './fist.ts';
import { fod } from './fod.ts';
import { mace } from './mace.ts';
import type { Scene } from './scene.ts';

/** Every world's scene. */
export const scenes: Readonly<Record<World, Scene>> = {
  fod,
  fist,
  maceandmagic: mace,
  coc_aatt: coc,
  dracula,
};

/** @throws {Error} when the world has no scene */
export function sceneOf(world: World): Scene {
  const scene = scenes[world];
  if (!scene) throw new Error(`The world ${world} has no scene.`);
  return scene;
}
