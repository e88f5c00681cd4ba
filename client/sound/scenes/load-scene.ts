/// <reference types="vite/client" />
import type { World } from '../world.ts';
import type { Scene } from './scene.ts';

const files = import.meta.glob<Scene>('../../../adventures/*/sound/scene.ts', { import: 'scene' });

/** Whether an adventure has a scene to listen to. */
export function canBeHeard(world: World): boolean {
  return sceneFile(world) in files;
}

const sceneFile = (world: World) => `../../../adventures/${world}/sound/scene.ts`;

/**
 * Loads one adventure's scene, and none of the others.
 * @throws {Error} when it has none, with the file that is missing, or when the file does not load
 */
export async function loadScene(world: World): Promise<Scene> {
  const load = files[sceneFile(world)];
  if (!load) throw new Error(sceneFile(world));
  return load();
}
