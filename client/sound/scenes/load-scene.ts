import type { World } from '../world.ts';
import type { Scene } from './scene.ts';

/** Brings one world's scene; nobody fetches the other four. */
export const loadScene: Readonly<Record<World, () => Promise<Scene>>> = {
  fod: () => import('./fod.ts').then(({ fod }) => fod),
  fist: () => import('./fist.ts').then(({ fist }) => fist),
  mace: () => import('./mace.ts').then(({ mace }) => mace),
  coc: () => import('./coc.ts').then(({ coc }) => coc),
  dracula: () => import('./dracula.ts').then(({ dracula }) => dracula),
};
