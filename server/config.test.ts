import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, environmentSchema, readConfig } from './config.ts';

const complete = {
  PUBLIC_URL: 'https://shop.example.com/',
  STRIPE_SECRET_KEY: 'sk_test_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_first0123456789, whsec_second0123456789',
  COGNITO_USER_POOL_ID: 'eu-north-1_AbCdEfGhI',
  COGNITO_CLIENT_ID: 'webclient',
  COGNITO_APP_CLIENT_IDS: 'appclient',
  SESSION_KEYS: 'k'.repeat(32),
};

function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('is read whole from a complete environment', () => {
    expect(readConfig(complete)).toMatchObject({
      port: 3000,
      publicUrl: 'https://shop.example.com',
      allowedOrigins: ['https://shop.example.com'],
      trustProxy: 0,
      databaseFile: 'data/site.sqlite',
      stripe: {
        webhookSecrets: ['whsec_first0123456789', 'whsec_second0123456789'],
        apiBase: null,
        testMode: true,
      },
      identity: {
        acceptedClientIds: ['webclient', 'appclient'],
        origin: 'https://cognito-idp.eu-north-1.amazonaws.com',
      },
    });
  });

  it('reports all faults at once, each with the name of its variable and what is expected', () => {
    const faults = faultsOf({
      ...complete,
      PORT: 'eighty',
      PUBLIC_URL: 'shop',
      STRIPE_SECRET_KEY: '',
      SESSION_KEYS: 'short',
    });
    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).toMatch(/PORT is not right: expected a port number/);
    expect(faults.join('\n')).toMatch(/PUBLIC_URL is not right: expected an http:\/\/ or https:\/\/ address/);
    expect(faults.join('\n')).toMatch(/STRIPE_SECRET_KEY is not set: expected the secret key/);
    expect(faults.join('\n')).toMatch(/SESSION_KEYS is not right: expected keys of at least 32/);
  });

  it.each([
    'PUBLIC_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'COGNITO_USER_POOL_ID',
    'COGNITO_CLIENT_ID',
    'SESSION_KEYS',
  ])('demands %s', (name) => {
    expect(faultsOf({ ...complete, [name]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not set`)),
    ]);
  });

  it('never quotes a faulty value, because it may be a secret with a typing error', () => {
    const faults = faultsOf({
      ...complete,
      STRIPE_SECRET_KEY: 'sk-live-hunter2',
      STRIPE_WEBHOOK_SECRET: 'hunter2',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join('\n')).not.toMatch(/hunter2/);
  });

  it.each(['STRIPE_API_BASE', 'COGNITO_ENDPOINT'])('refuses a live payment key together with %s', (name) => {
    const live = { ...complete, STRIPE_SECRET_KEY: 'sk_live_1234567890' };
    expect(faultsOf(live)).toEqual([]);
    expect(faultsOf({ ...live, [name]: 'http://localhost:3001' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must not`)),
    ]);
    expect(faultsOf({ ...complete, [name]: 'http://localhost:3001' })).toEqual([]);
  });

  it('names the same variables in .env.example, in the schema and in the README', () => {
    const names = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map((match) => match[1]).toSorted();
    const schema = Object.keys(environmentSchema.shape).toSorted();
    expect(names(readFileSync('.env.example', 'utf8'), /^([A-Z][A-Z_]+)=/gm)).toEqual(schema);
    expect(names(readFileSync('README.md', 'utf8'), /^\| `([A-Z][A-Z_]+)` \|/gm)).toEqual(schema);
  });
});
