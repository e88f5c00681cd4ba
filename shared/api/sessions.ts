import { z } from 'zod';

/** A browser in which an account is signed in. Its location is not stored. */
const ownSessionSchema = z.object({
  /** Identifies it for ending it. It gives no access. */
  id: z.string(),
  /** Its kind of device, for example "Chrome on Android". */
  device: z.string(),
  beganAt: z.iso.datetime(),
  /** To the hour. */
  lastUsedAt: z.iso.datetime(),
  /** Whether it is the caller's own. */
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** The answer of `listSessions`, most recently used first. */
export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) });

/** The body of `signOutEverywhere`, with the id token as bearer: the identity service needs the access token. */
export const signOutEverywhereRequestSchema = z.object({ accessToken: z.string().min(1).max(8192) });

/** The body of `deleteAccount`, with the id token as bearer: the access token is what lets the user be deleted. */
export const deleteAccountRequestSchema = z.object({
  accessToken: z.string().min(1).max(8192).describe('Of the same sign-in as the id token.'),
});
