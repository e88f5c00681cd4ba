// Rules between settings: each returns its faults, one line each.

import type { z } from 'zod';
import type { environmentSchema } from './environment.ts';
import { isOwnMachine } from './fields.ts';
import { readSiteFile } from './site-file.ts';

/** The settings as the schema has read them, with their defaults. */
type Settings = z.infer<typeof environmentSchema>;

/** What is wrong with the company's facts. */
export const siteFileFaults = (given: Record<string, string>): string[] => [
  ...readSiteFile(given['SITE_FILE'], isLive(given)).faults,
];

/** Settings that contradict each other, or lack each other. */
const contradictions: readonly (readonly [
  isThere: (given: Record<string, string | undefined>) => boolean,
  fault: string,
])[] = [
  // Backups are copies of the SQLite file; PostgreSQL's are made with its own tools.
  [
    ({ DATABASE_URL: url, BACKUP_DIR: directory = 'off' }) => url !== undefined && directory !== 'off',
    'BACKUP_DIR must not be set together with DATABASE_URL: expected backups by pg_dump or by whoever runs PostgreSQL',
  ],
  // With such a text set but shown to nobody, the operator would believe that buyers consent to it.
  [
    ({ CHECKOUT_CONSENT_TEXT: text, CHECKOUT_TERMS_CONSENT: asked }) =>
      text !== undefined && asked !== 'required',
    'CHECKOUT_CONSENT_TEXT must not be set while CHECKOUT_TERMS_CONSENT is off: expected CHECKOUT_TERMS_CONSENT=required, or no text',
  ],
  // Letters need a mail service and a sender; the operator's summary needs both.
  [
    ({ SMTP_URL: service, MAIL_FROM: sender }) => service !== undefined && sender === undefined,
    'MAIL_FROM is not set: expected the sender of the letters that SMTP_URL is for',
  ],
  [
    ({ SMTP_URL: service, MAIL_FROM: sender }) => service === undefined && sender !== undefined,
    'SMTP_URL is not set: expected the mail service for the sender in MAIL_FROM',
  ],
  [
    ({ SMTP_URL: service, OPERATOR_MAIL: summary }) => service === undefined && summary !== undefined,
    'SMTP_URL is not set: expected the mail service for the summary to OPERATOR_MAIL',
  ],
  // Metrics are not for the public, and two servers cannot share a port; 0 is any free one.
  [
    ({ PORT: port = '3000', METRICS_PORT: figures }) => figures === port && port !== '0',
    'METRICS_PORT must not be the port of the site: expected one of its own, or nothing',
  ],
];
/** A sentence for each pair of settings that contradict each other. @param given the environment, without empty values */
export const contradictionFaults = (given: Record<string, string>): string[] =>
  contradictions.filter(([isThere]) => isThere(given)).map(([, fault]) => fault);

/** What the login form is to offer beside the password, by the setting's older name too. */
function namedFirstFactors({
  COGNITO_PASSKEYS: older,
  COGNITO_FIRST_FACTORS: named,
}: Settings): readonly string[] {
  return older === 'on' ? [...named, 'passkeys'] : named;
}

/** What the login form offers beside the password: nothing where the pool demands a second factor, which needs the password. */
export const firstFactorsOf = (settings: Settings): readonly string[] =>
  settings.COGNITO_MFA === 'required' ? [] : namedFirstFactors(settings);

/** Settings that are allowed but probably a mistake. */
const doubts: readonly (readonly [isThere: (settings: Settings) => boolean, warning: string])[] = [
  [
    ({ OPERATOR_GROUP: group, COGNITO_MFA: factors, OPERATOR_SECOND_FACTOR: needed }) =>
      group !== undefined && factors === 'off' && needed === 'required',
    'OPERATOR_SECOND_FACTOR has no effect while COGNITO_MFA is off: operators are let in without a second factor. Set COGNITO_MFA=on when the user pool has authenticator apps (docs/cognito.md), or OPERATOR_SECOND_FACTOR=off',
  ],
  [
    (settings) => settings.COGNITO_MFA === 'required' && namedFirstFactors(settings).length > 0,
    'COGNITO_FIRST_FACTORS has no effect while COGNITO_MFA is required: a passkey or a mailed code is one factor, and the pool demands two. Unset it, or set COGNITO_MFA=on where the pool only offers authenticator apps',
  ],
  // With a live key this is refused.
  [
    ({ PUBLIC_URL: url }) => url.startsWith('http:') && !isOwnMachine(new URL(url)),
    'PUBLIC_URL is not https://: others can read passwords and orders on their way, and browsers offer no passkeys there. Set it to the https:// address that people type',
  ],
];
/** A warning for each setting that is allowed and probably a mistake. */
export const doubtfulSettings = (settings: Settings): string[] =>
  doubts.filter(([isThere]) => isThere(settings)).map(([, warning]) => warning);

/** A random key has at least this many different characters: 32 hexadecimal digits have about 14. */
const fewestDifferentCharacters = 10;

const isWeak = (keys: string) =>
  keys.split(',').some((key) => new Set(key.trim().replace(/^whsec_/, '')).size < fewestDifferentCharacters);

/** Keys of the demo and the examples are recognisable by these words, and public in the repository. */
const isPublished = (value: string) => /demo|example|changeme/i.test(value);

const sendsPasswordInTheClear = (address: string) => {
  const url = URL.parse(address);
  return url?.searchParams.get('tls') === 'off' && url.username !== '' && !isOwnMachine(url);
};

/** Whether real money is taken (live mode). */
export const isLive = ({ STRIPE_SECRET_KEY = '' }: { STRIPE_SECRET_KEY?: string }) =>
  /^[sr]k_live_/.test(STRIPE_SECRET_KEY);

/**
 * With real money no stand-in, no key that others know or can guess, and no connection that others can read may be used.
 * All faults are reported at once.
 */
export function liveKeyFaults(given: Record<string, string>): string[] {
  if (!isLive(given)) return [];
  const rules: readonly (readonly [name: string, isWrong: (value: string) => boolean, expected: string])[] = [
    ['STRIPE_API_BASE', () => true, 'it unset, or a test key'],
    ['COGNITO_ENDPOINT', () => true, 'it unset, or a test key'],
    ['PUBLIC_URL', (url) => URL.parse(url)?.protocol === 'http:', 'an https:// address'],
    [
      'PUBLIC_URL',
      (url) => isOwnMachine(URL.parse(url) ?? new URL('x:')),
      'the address that buyers type, not this machine',
    ],
    ['SESSION_KEYS', isPublished, 'keys of your own, by openssl rand -base64 48'],
    ['SESSION_KEYS', isWeak, 'random keys, by openssl rand -base64 48'],
    ['STRIPE_WEBHOOK_SECRET', isPublished, "your own endpoint's signing secret"],
    ['STRIPE_WEBHOOK_SECRET', isWeak, "your endpoint's signing secret as it is"],
    ['COGNITO_USER_POOL_ID', isPublished, 'a user pool of your own'],
    ['SMTP_URL', sendsPasswordInTheClear, 'smtps://, or smtp:// without ?tls=off: the password is in it'],
    ['MAIL_FROM', isPublished, 'a sender of your own'],
  ];
  return rules.flatMap(([name, isWrong, expected]) => {
    const value = given[name];
    return value !== undefined && isWrong(value)
      ? [`${name} must not be set like this together with a live payment key: expected ${expected}`]
      : [];
  });
}
