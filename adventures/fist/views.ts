import type { Views } from '../view-types.ts';
import { drawInside } from './picture/inside.ts';
import { drawNear } from './picture/near.ts';

/** The pit under its crowd, and the telephone that speaks. */
export const views: Views = { inside: drawInside, near: drawNear };
