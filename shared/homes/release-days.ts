import type { Day } from '#adventures/types.ts';
import { homes } from './read.ts';

export const releaseDays: Readonly<Record<string, Day>> = Object.fromEntries(
  homes.flatMap(({ adventure: { id, releasedOn } }) =>
    releasedOn === null ? [] : [[id, releasedOn] as const],
  ),
);
