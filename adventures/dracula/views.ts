import type { Views } from '../view-types.ts';
import { drawInside } from './picture/inside.ts';
import { drawNear } from './picture/near.ts';

/** The stair on which the host waits, and the wine that he has poured. */
export const views: Views = { inside: drawInside, near: drawNear };
