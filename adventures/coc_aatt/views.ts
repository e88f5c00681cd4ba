import type { Views } from '../view-types.ts';
import { drawInside } from './picture/inside.ts';
import { drawNear } from './picture/near.ts';

/** The boathouse at night, and the buoy that moves. */
export const views: Views = { inside: drawInside, near: drawNear };
