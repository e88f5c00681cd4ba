import { z } from 'zod';
import { factsSchema } from './facts.ts';

/** The answer of `readConfig`: the run-time settings a page needs. The same JSON stands in every page the server sends. */
export const publicConfigSchema = z.object({
  /** The site's own address, without a trailing slash. */
  publicUrl: z.url(),
  /** True when the configured payment key is a test key: nothing bought here costs anything. */
  testPayments: z.boolean(),
  identity: z.object({
    userPoolId: z.string(),
    clientId: z.string(),
    /** Where the identity service answers when it is not the hosted one. */
    endpoint: z.url().nullable(),
    /** Whether an account may set up an authenticator app as a second factor: whether the pool knows them. */
    authenticator: z.boolean(),
    /** Whether the pool takes passkeys. */
    passkeys: z.boolean(),
    /** Whether the pool signs people in with mailed codes. */
    mailedCodes: z.boolean(),
  }),
  /** What buttons that open the mobile app need; `null` where the operator has not set it. */
  app: z.object({
    androidPackage: z.string().nullable(),
    /** The app's own URL scheme on iOS, without its colon. */
    iosScheme: z.string().nullable(),
  }),
  /** Whether the shop confirms orders and withdrawals by mail of its own. */
  writesMail: z.boolean(),
  /** The facts of the company that runs the shop. */
  facts: factsSchema,
  /** Where pages report how fast they were, or `null` when they are not to measure it. */
  webVitalsPath: z.string().nullable(),
  /** Address of the embedded newsletter form, or `null` when there is none. */
  newsletterFormUrl: z.url().nullable(),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
