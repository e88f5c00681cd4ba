import type { Views } from '../view-types.ts';
import { drawInside } from './picture/inside.ts';
import { drawNear } from './picture/near.ts';

/** The furnace hall, and the gate under a hand. */
export const views: Views = { inside: drawInside, near: drawNear };
