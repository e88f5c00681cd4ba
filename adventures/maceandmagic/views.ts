import type { Views } from '../view-types.ts';
import { drawInside } from './picture/inside.ts';
import { drawNear } from './picture/near.ts';

/** The hall before the great window, and the mace close to. */
export const views: Views = { inside: drawInside, near: drawNear };
