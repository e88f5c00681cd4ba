/// <reference types="vite/client" />
import type { World } from '../world.ts';
import type { Scene } from './scene.ts';

const found = import.meta.glob<Scene>('../../../adventures/*/sound/scene.ts', {
  eager: true,
  import: 'scene',
});

/** Every world's scene: `sound/scene.ts` of its adventure's home. */
export const scenes: Readonly<Record<World, Scene>> = Object.fromEntries(
  Object.values(found).map((scene) => [scene.world, scene]),
);

/** @throws {Error} when the world has no scene */
export function sceneOf(world: World): Scene {
  const scene = scenes[world];
  if (!scene) throw new Error(`The world ${world} has no scene.`);
  return scene;
}
