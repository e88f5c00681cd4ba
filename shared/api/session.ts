import { z } from 'zod';

/** The body of `beginSession`, with the id token as bearer: begins a browser session that lasts beyond the page. */
export const sessionRequestSchema = z.object({ refreshToken: z.string().regex(/^[\w=.-]{1,8192}$/) });

/** What the page may hold of a session. The refresh token stays on the server. */
const browserSessionSchema = z.object({
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  idToken: z.string(),
  accessToken: z.string(),
  /** When the tokens stop working, ISO 8601 in UTC. */
  expiresAt: z.iso.datetime(),
});
export type BrowserSession = z.infer<typeof browserSessionSchema>;

/** The answer of `readSession`: fresh tokens, or `null` for nobody. */
export const sessionResponseSchema = z.object({ session: browserSessionSchema.nullable() });
export type SessionResponse = z.infer<typeof sessionResponseSchema>;
