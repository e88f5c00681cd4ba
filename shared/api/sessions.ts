import { z } from 'zod';

/** A browser in which an account is signed in. No place is kept of it. */
const ownSessionSchema = z.object({
  /** Names it when it is to be ended. It opens nothing. */
  id: z.string(),
  /** What it began on, for example "Chrome on Android". */
  device: z.string(),
  beganAt: z.iso.datetime(),
  /** To the hour. */
  lastUsedAt: z.iso.datetime(),
  /** Whether it is that of the browser that asks. */
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** The answer of `listSessions`, the one that was used last first. */
export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) });

/** The body of `signOutEverywhere`, with the id token as bearer: the access token is what the identity service goes by. */
export const signOutEverywhereRequestSchema = z.object({ accessToken: z.string().min(1).max(8192) });
