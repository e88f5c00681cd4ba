import type { Shelved } from '#homes/shop';
import { homes } from './read.ts';

export const shelved: Readonly<Record<string, Shelved>> = Object.fromEntries(
  homes.flatMap(({ adventure: { id, products }, words }): [string, Shelved][] => {
    if (products.length === 0) return [];
    if (!words.shop) throw new Error(`adventures/${id}/words.ts has no "shop".`);
    const { pictureAlt, shop, details } = words;
    return [[id, { ...shop, pictureAlt, ...(details && { details }) }]];
  }),
);
