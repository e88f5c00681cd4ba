/// <reference types="vite/client" />
import type { World } from '../world.ts';
import type { Scene } from './scene.ts';

const files = import.meta.glob<Scene>('../../../adventures/*/sound/scene.ts', { import: 'scene' });

/**
 * Brings one world's scene; nobody fetches the other four.
 * @throws {Error} when the world has none, or the file does not come
 */
export async function loadScene(world: World): Promise<Scene> {
  const load = files[`../../../adventures/${world}/sound/scene.ts`];
  if (!load) throw new Error(`The world ${world} has no scene.`);
  return load();
}
