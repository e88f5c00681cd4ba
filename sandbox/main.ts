import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts';
import { createSandbox } from './app.ts';

const port = z.coerce.number().int().min(1).max(65535);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** The sandbox's configuration; the names are shared with the site where both must agree. */
const environment = z.object({
  SANDBOX_PORT: port.default(3001),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_SMTP_PORT: port.optional(),
  SANDBOX_PUBLIC_URL: httpUrl.transform(withoutTrailingSlashes).optional(),
  SANDBOX_FILE: z.string({ error: 'must name the file that keeps the state' }).min(1),
  SANDBOX_WEBHOOK_URL: httpUrl.optional(),
  SANDBOX_TERMS_URL: httpUrl.optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string({ error: 'must hold the secret that signs webhooks' })
    .pipe(commaSeparated)
    .refine((secrets) => secrets.length > 0, 'must hold at least one secret'),
  COGNITO_USER_POOL_ID: z
    .string({ error: 'must hold a user pool id, such as eu-north-1_SandboxPool' })
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d+_[A-Za-z0-9]+$/, 'must be a region, an underscore and a name'),
  COGNITO_CLIENT_ID: z.string({ error: 'must hold the web client of the user pool' }).min(1),
  COGNITO_APP_CLIENT_IDS: commaSeparated.default([]),
});

// An empty variable counts as one that is not set, as in a file of `NAME=` lines.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const parsed = environment.safeParse(given);
if (!parsed.success) {
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  console.error(`The sandbox cannot start:\n${faults.join('\n')}`);
  process.exit(1);
}
const env = parsed.data;

if (env.SANDBOX_FILE !== ':memory:') mkdirSync(dirname(env.SANDBOX_FILE), { recursive: true });
const sandbox = createSandbox({
  publicUrl: env.SANDBOX_PUBLIC_URL ?? `http://localhost:${env.SANDBOX_PORT}`,
  documentsFile: env.SANDBOX_FILE,
  webhook: { url: env.SANDBOX_WEBHOOK_URL ?? null, secret: env.STRIPE_WEBHOOK_SECRET[0] ?? '' },
  userPoolId: env.COGNITO_USER_POOL_ID,
  clientIds: [env.COGNITO_CLIENT_ID, ...env.COGNITO_APP_CLIENT_IDS],
  termsUrl: env.SANDBOX_TERMS_URL,
});

let stopping = false;
const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  await sandbox.close();
};
process.once('SIGTERM', stop).once('SIGINT', stop);

if (env.SANDBOX_SMTP_PORT !== undefined) await sandbox.mail.listen(env.SANDBOX_SMTP_PORT, env.SANDBOX_HOST);
const url = await sandbox.listen(env.SANDBOX_PORT, env.SANDBOX_HOST);
console.log(`Sandbox ready at ${url}`);
