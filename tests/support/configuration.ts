import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '#server/config/check-settings.ts';
import { readConfig } from '#server/config.ts';
import { ownFacts } from './example-facts.ts';

/** Everything that must be set, with a test key. */
export const completeSettings = {
  PUBLIC_URL: 'https://shop.example.com/',
  STRIPE_SECRET_KEY: 'sk_test_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_first0123456789, whsec_second0123456789',
  COGNITO_USER_POOL_ID: 'eu-north-1_AbCdEfGhI',
  COGNITO_CLIENT_ID: 'webclient',
  COGNITO_APP_CLIENT_IDS: 'appclient',
  SESSION_KEYS: 'Zr4pW9xQm2Lc7VtB1nHs6KfYd3GjE8ua',
};

/** The configuration's complaints about an environment, one line each. */
export function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

/** A site file in a temporary folder, rewritten by each call of `write`; at first one that is accepted with a live key. */
export function ownSiteFile() {
  const directory = mkdtempSync(join(tmpdir(), 'site-file-'));
  const file = join(directory, 'site.json');
  const write = (facts: object | string = ownFacts) =>
    writeFileSync(file, typeof facts === 'string' ? facts : JSON.stringify(facts));
  write();
  return {
    file,
    write,
    liveKey: { STRIPE_SECRET_KEY: 'sk_live_1234567890', SITE_FILE: file },
    remove: () => rmSync(directory, { recursive: true }),
  };
}
