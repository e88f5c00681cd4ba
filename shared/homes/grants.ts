import type { Reward } from '#adventures/types.ts';
import type { OwnedDownload } from '#homes/grants';
import { homes } from './read.ts';

export const rewards: readonly Reward[] = homes.flatMap(({ adventure }) => adventure.rewards ?? []);

export const downloads: readonly OwnedDownload[] = homes.flatMap(({ adventure: { id, downloads = [] } }) =>
  downloads.map((download) => ({ ...download, world: id })),
);
