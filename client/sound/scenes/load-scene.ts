/// <reference types="vite/client" />
import type { World } from '../world.ts';
import type { Scene } from './scene.ts';

const files = import.meta.glob<Scene>('../../../adventures/*/sound/scene.ts', { import: 'scene' });

/** Whether there is something to hear of a world. */
export function canBeHeard(world: World): boolean {
  return sceneFile(world) in files;
}

const sceneFile = (world: World) => `../../../adventures/${world}/sound/scene.ts`;

/**
 * Brings one world's scene; nobody fetches the other four.
 * @throws {Error} when the world has none, or the file does not come
 */
export async function loadScene(world: World): Promise<Scene> {
  const load = files[sceneFile(world)];
  if (!load) throw new Error(`The world ${world} has no scene.`);
  return load();
}
