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
          adventureId: z
            .string()
            .describe('Listed once, whatever it came from. Skip an id that is not known.'),
          source: z.enum(grantSources).describe('Where it came from.'),
          grantedAt: z.iso.datetime().describe('When it was unlocked.'),
          releasesOn: z.iso
            .date()
            .describe('The day it comes out, in Stockholm; absent for what is out.')
            .optional(),
        }),
      ),
    }),
  ),
});
export type UnlockedContent = z.infer<typeof unlockedContentSchema>;
