import { z } from 'zod';
import { factsSchema } from './facts.ts';

/** The answer of `readConfig`: the run-time settings that pages need. The server puts the same JSON into every page. */
export const publicConfigSchema = z.object({
  /** The site's own address, without a trailing slash. */
  publicUrl: z.url(),
  /** True when the configured payment key is a test key: nothing bought here costs anything. */
  testPayments: z.boolean(),
  identity: z.object({
    userPoolId: z.string(),
    clientId: z.string(),
    /** The identity service's endpoint, if it is not the hosted one. */
    endpoint: z.url().nullable(),
    /** Whether accounts can set up an authenticator app (TOTP) as a second factor. */
    authenticator: z.boolean(),
    /** There when every account needs one, so that it cannot be removed. */
    authenticatorRequired: z.literal(true).optional(),
    /** Whether the pool has passkeys. */
    passkeys: z.boolean(),
    /** Whether the pool has sign-in with mailed codes. */
    mailedCodes: z.boolean(),
  }),
  /** For buttons that open the mobile app; `null` if the operator has not set it. */
  app: z.object({
    androidPackage: z.string().nullable(),
    /** The app's own URL scheme on iOS, without its colon. */
    iosScheme: z.string().nullable(),
  }),
  /** Whether the shop confirms orders and withdrawals by mail of its own. */
  writesMail: z.boolean(),
  /** The facts of the company that runs the shop. */
  facts: factsSchema,
  /** The URL for Web Vitals reports, or `null` when pages do not measure them. */
  webVitalsPath: z.string().nullable(),
  /** Address of the embedded newsletter form, or `null` when there is none. */
  newsletterFormUrl: z.url().nullable(),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
