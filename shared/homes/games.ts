import type { GameFacts } from '#homes/games';
import { homes } from './read.ts';

export const gameFacts: Readonly<Record<string, GameFacts>> = Object.fromEntries(
  homes.flatMap(({ adventure: { id, page }, words }): [string, GameFacts][] => {
    if (!page) return [];
    if (!words.page) throw new Error(`adventures/${id}/words.ts has no "page".`);
    const { lead, facts } = words.page;
    const { pictureAlt, details } = words;
    const { link, video } = page;
    return [
      [
        id,
        {
          pictureAlt,
          lead,
          facts,
          ...(link && { link }),
          ...(video && { video }),
          ...(details && { details }),
        },
      ],
    ];
  }),
);
