import type { Crop, Frame } from './sheet.ts';
import { frames } from './sheet.ts';
import { drawBundle } from './worlds/bundle/scene.ts';
import { drawDracula } from './worlds/dracula/scene.ts';
import { drawExpansions } from './worlds/expansions/scene.ts';
import { drawFist } from './worlds/fist/scene.ts';
import { drawFortress } from './worlds/fortress/scene.ts';
import { drawMace } from './worlds/mace/scene.ts';
import { drawTide } from './worlds/tide/scene.ts';

export { type Crop, type Frame, frames } from './sheet.ts';

/** The five games, by the ids the catalogue and the pages' `data-world` use. */
const worlds = {
  fod: drawFortress,
  fist: drawFist,
  maceandmagic: drawMace,
  coc_aatt: drawTide,
  dracula: drawDracula,
} satisfies Record<string, (frame: Frame) => string>;

export type World = keyof typeof worlds;

/** Everything that has a cover: the games, the bundle and the expansions. */
export type CoverName = World | 'bundle-pre-order' | 'fod-expansions';

export const worldNames = Object.keys(worlds) as readonly World[];
export const coverNames: readonly CoverName[] = [...worldNames, 'bundle-pre-order', 'fod-expansions'];

/** A cover, 3:4, as a complete SVG document of 1200 × 1600 units. The same name gives the same text. */
export function coverSvg(name: CoverName): string {
  if (name === 'bundle-pre-order') return drawBundle(frames.cover, [coverSvg('fod'), coverSvg('fist')]);
  if (name === 'fod-expansions') return drawExpansions(frames.cover);
  return worlds[name](frames.cover);
}

/** A world's banner as a complete SVG document: `wide` 2400 × 1030 (21:9), `tall` 1200 × 1500 (4:5). */
export function bannerSvg(world: World, crop: Exclude<Crop, 'cover'>): string {
  return worlds[world](frames[crop]);
}
