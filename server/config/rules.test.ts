import { afterAll, describe, expect, it } from 'vitest';
import { completeSettings, faultsOf, ownSiteFile } from '#tests/support/configuration.ts';
import { demoEnvironment } from '../../scripts/demo-settings.ts';

const { liveKey, remove } = ownSiteFile();
afterAll(remove);

describe('the configuration', () => {
  it.each(['STRIPE_API_BASE', 'COGNITO_ENDPOINT'])('refuses a live payment key together with %s', (name) => {
    const live = { ...completeSettings, ...liveKey };
    expect(faultsOf(live)).toEqual([]);
    expect(faultsOf({ ...live, [name]: 'http://localhost:3001' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must not`)),
    ]);
    expect(faultsOf({ ...completeSettings, [name]: 'http://localhost:3001' })).toEqual([]);
  });

  it('refuses one port for the site and its figures, which would be told to be taken by another program', () => {
    const faults = (PORT: string | undefined, METRICS_PORT: string) =>
      faultsOf({ ...completeSettings, PORT, METRICS_PORT });
    expect(faults(undefined, '3000')).toEqual([expect.stringMatching(/^METRICS_PORT must not be the port/)]);
    expect(faults('4000', '4000')).toHaveLength(1);
    expect([...faults('4000', '3000'), ...faults('0', '0')]).toEqual([]);
  });

  it.each([
    ['SESSION_KEYS', '"Zr4pW9xQm2Lc7VtB1nHs6KfYd3GjE8ua"'],
    ['OPERATOR_GROUP', "'shopkeepers'"],
    ['BACKUP_DIR', '"/backups"'],
    ['PORT', '"3000"'],
  ])(
    'refuses %s in quotes, which not everything that reads an env file takes away, and says so once',
    (name, quoted) => {
      expect(faultsOf({ ...completeSettings, [name]: quoted })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is in quotes`)),
      ]);
      expect(faultsOf({ ...completeSettings, [name]: quoted.slice(1, -1) })).toEqual([]);
    },
  );

  it.each([
    ['STRIPE_WEBHOOK_SECRET', 'whsec_first0123456789', [';', '"', '\u200b', ' # live']],
    ['PUBLIC_URL', 'https://shop.example.com', [';', ',', '"', "'"]],
  ])('refuses %s with a stray character at its end', (name, value, strays) => {
    for (const stray of strays)
      expect(faultsOf({ ...completeSettings, [name]: value + stray })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not right`)),
      ]);
    expect(faultsOf({ ...completeSettings, [name]: value })).toEqual([]);
  });

  it('takes an address of any host that there is', () => {
    for (const host of ['xn--ljud-ooa.se', 'ljudäventyr.se', 'stand_in:3001', '[::1]:3000', '192.0.2.1'])
      expect(faultsOf({ ...completeSettings, PUBLIC_URL: `http://${host}` })).toEqual([]);
  });

  it('refuses a text to consent to while nobody is asked for consent', () => {
    const faults = (CHECKOUT_TERMS_CONSENT: string) =>
      faultsOf({ ...completeSettings, CHECKOUT_CONSENT_TEXT: 'I agree.', CHECKOUT_TERMS_CONSENT });
    for (const off of ['off', '']) {
      expect(faults(off)).toEqual([expect.stringMatching(/^CHECKOUT_CONSENT_TEXT must not be set while/)]);
    }
    expect(faults('required')).toEqual([]);
  });

  it('refuses beside a live key what the demo uses, all of it at once', () => {
    const faults = faultsOf({ ...demoEnvironment({}), STRIPE_SECRET_KEY: 'sk_live_1234567890' });
    for (const [name, expected] of [
      ['PUBLIC_URL', 'an https:// address'],
      ['PUBLIC_URL', 'not this machine'],
      ['STRIPE_API_BASE', 'it unset'],
      ['COGNITO_ENDPOINT', 'it unset'],
      ['COGNITO_USER_POOL_ID', 'a user pool of your own'],
      ['SESSION_KEYS', 'keys of your own'],
      ['STRIPE_WEBHOOK_SECRET', 'your own endpoint'],
      ['MAIL_FROM', 'a sender of your own'],
      ['SITE_FILE', 'your company’s facts'],
    ] as const) {
      expect(faults.filter((fault) => fault.startsWith(`${name} `) && fault.includes(expected))).toHaveLength(
        1,
      );
    }
    expect(faults).toHaveLength(9);
    expect(faultsOf(demoEnvironment({}))).toEqual([]);
  });

  it.each([
    ['SESSION_KEYS', 'k'.repeat(48)],
    ['SESSION_KEYS', `Zr4pW9xQm2Lc7VtB1nHs6KfYd3GjE8ua,${'ab'.repeat(20)}`],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['PUBLIC_URL', 'https://127.0.0.1:3000'],
    ['PUBLIC_URL', 'https://[::1]'],
    ['PUBLIC_URL', 'http://shop.example.com'],
  ])('refuses beside a live key a %s of %s', (name, value) => {
    expect(faultsOf({ ...completeSettings, [name]: value })).toEqual([]);
    const live = { ...completeSettings, ...liveKey, STRIPE_SECRET_KEY: 'rk_live_1234567890' };
    expect(faultsOf(live)).toEqual([]);
    expect(faultsOf({ ...live, [name]: value })).toEqual([expect.stringMatching(`^${name} must not`)]);
  });

  it('refuses beside a live key a mail service whose password others could read', () => {
    const live = { ...completeSettings, ...liveKey, MAIL_FROM: 'a@b.org' };
    expect(faultsOf({ ...live, SMTP_URL: 'smtp://relay?tls=off' })).toEqual([]);
    expect(faultsOf({ ...live, SMTP_URL: 'smtp://me:secret@relay?tls=off' })).toEqual([
      expect.stringMatching(/^SMTP_URL must not/),
    ]);
  });
});
