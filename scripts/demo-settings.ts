import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patternOf, receiveStripeEvent } from '../shared/endpoints.ts';

/**
 * The environment of the demo: what its site and sandbox need to find each other. Whatever is set in `given` wins.
 * Nothing here is a secret: the keys open a database of made-up people.
 */
export function demoEnvironment(given: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => !!entry[1]),
  );
  const port = set['PORT'] ?? '3000';
  const sandboxPort = set['SANDBOX_PORT'] ?? '3001';
  // Beside the sandbox's other port, and as easy to remember: 25 is SMTP's.
  const smtpPort = set['SANDBOX_SMTP_PORT'] ?? String(Number(sandboxPort) + 24);
  const dataDir = set['DATA_DIR'] ?? 'data';
  const sandboxUrl = set['SANDBOX_PUBLIC_URL'] ?? `http://localhost:${sandboxPort}`;
  return {
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    // The same machine by its number.
    ALLOWED_ORIGINS: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_FILE: join(dataDir, 'demo.sqlite'),
    // Made-up people are not kept twice.
    BACKUP_DIR: 'off',
    STRIPE_SECRET_KEY: 'sk_test_demo',
    STRIPE_WEBHOOK_SECRET: 'whsec_demo_0123456789abcdef',
    STRIPE_API_BASE: `http://localhost:${sandboxPort}`,
    COGNITO_USER_POOL_ID: 'eu-north-1_DemoPool1',
    COGNITO_CLIENT_ID: 'demowebclient',
    COGNITO_APP_CLIENT_IDS: 'demomobileapp',
    COGNITO_ENDPOINT: sandboxUrl,
    COGNITO_MFA: 'on',
    COGNITO_FIRST_FACTORS: 'passkeys,mailed-codes',
    SESSION_KEYS: 'demo-session-key-for-made-up-people-only',
    OPERATOR_GROUP: 'operators',
    // Whoever looks at the demo is let in at once. A real shop does well to leave it as it comes.
    OPERATOR_SECOND_FACTOR: 'off',
    NEWSLETTER_FORM_URL: `${sandboxUrl}/newsletter-form`,
    SMTP_URL: `smtp://shop:sandbox@127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'shop@example.com',
    OPERATOR_MAIL: 'operator@example.com',
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    SANDBOX_PUBLIC_URL: sandboxUrl,
    SANDBOX_FILE: join(dataDir, 'sandbox.sqlite'),
    SANDBOX_WEBHOOK_URL: `http://localhost:${port}${patternOf(receiveStripeEvent)}`,
    ...set,
  };
}

const portsFile = (dataDir: string) => join(dataDir, 'demo-ports.json');

/** Notes beside the demo's data where it runs, for {@link environmentOfRunningDemo}. */
export function notePorts(
  { PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT }: NodeJS.ProcessEnv,
  dataDir: string,
): void {
  writeFileSync(portsFile(dataDir), JSON.stringify({ PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT }));
}

/** The environment of the demo that was last started on the data in `DATA_DIR`, at the ports that it was given. */
export function environmentOfRunningDemo(given: NodeJS.ProcessEnv): Record<string, string> {
  const file = portsFile(given['DATA_DIR'] || 'data');
  const noted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return demoEnvironment({ ...noted, ...given });
}

/** The activation codes that the demo seeds, by what they show. */
export const demoCodes = {
  good: 'torch-lit-7k3m',
  revoked: 'torch-out-9q2x',
  used: 'torch-held-4w8d',
  kickstarter: 'ember-door-5h6r',
} as const;
