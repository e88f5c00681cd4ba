import { z } from 'zod';

/** Where a grant came from. */
export const grantSources = ['purchase', 'code', 'import', 'operator'] as const;
export type GrantSource = (typeof grantSources)[number];

/** The answer of `readUnlockedContent`: the first element of `data` holds everything the account has unlocked. */
export const unlockedContentSchema = z.object({
  data: z.array(
    z.object({
      adventures: z.array(
        z.object({
          adventureId: z.string(),
          source: z.enum(grantSources),
          /** When it was unlocked, ISO 8601 in UTC. */
          grantedAt: z.iso.datetime(),
          /** The day it comes out, `YYYY-MM-DD` in Stockholm; absent for what is out. */
          releasesOn: z.iso.date().optional(),
        }),
      ),
    }),
  ),
});
export type UnlockedContent = z.infer<typeof unlockedContentSchema>;
