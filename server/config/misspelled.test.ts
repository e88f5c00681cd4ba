import { expect, it } from 'vitest';
import { misspelledSettings } from './misspelled.ts';

it.each([
  ['OPERATOR_GRUOP', 'OPERATOR_GROUP'],
  ['SMPT_URL', 'SMTP_URL'],
  ['BACKUPS_DIR', 'BACKUP_DIR'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMTP_URL_FIEL', 'SMTP_URL_FILE'],
  ['TAXS', 'TAX'],
  ['CHECKOUT_TERM_CONSENTS', 'CHECKOUT_TERMS_CONSENT'],
  ['trust_proxy', 'TRUST_PROXY'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['BACKUP_DIRECTORY', 'BACKUP_DIR'],
  ['DATA_DIRECTORY', 'DATA_DIR'],
  ['COGNITO_CLIENT', 'COGNITO_CLIENT_ID'],
  ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
  ['SMTP_FROM', 'MAIL_FROM'],
  ['MAIL_URL', 'SMTP_URL'],
])('%s has no effect, and is told from what is meant', (typed, meant) => {
  expect(misspelledSettings({ [typed]: 'x', PATH: '/bin' })).toEqual([
    `${typed} is no setting and has no effect: is ${meant} meant?`,
  ]);
  // Who has set the right one, too, has another use for it.
  expect(misspelledSettings({ [typed]: 'x', [meant]: 'x' })).toEqual([]);
  expect(misspelledSettings({ [typed]: ' ' })).toEqual([]);
});

it('Variables of other programs are none of its business', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'TZ', 'LANG', 'USER', 'SHELL', 'PWD', 'TERM', 'NODE_ENV'];
  const ours = [
    'SHOP_DOMAIN',
    'SHOP_ALIASES',
    'SHOP_IMAGE',
    'POSTGRES_PASSWORD',
    'NODE_COMPILE_CACHE',
    'NODE_OPTIONS',
  ];
  // What Docker and npm, Node's image, systemd, and a proxy or Stripe's own command line have in a site's environment.
  const programs = [
    ...['http_proxy', 'HTTPS_PROXY', 'no_proxy', 'DOCKER_HOST', 'COMPOSE_PROJECT_NAME', 'container'],
    ...[
      'npm_config_cache',
      'npm_config_user_agent',
      'npm_package_json',
      'npm_lifecycle_event',
      'npm_execpath',
    ],
    ...['NODE_VERSION', 'YARN_VERSION', 'INIT_CWD', 'EDITOR', 'SHLVL', 'OLDPWD', 'HOSTTYPE', '_'],
    ...[
      'INVOCATION_ID',
      'JOURNAL_STREAM',
      'SYSTEMD_EXEC_PID',
      'NOTIFY_SOCKET',
      'LISTEN_FDS',
      'WATCHDOG_USEC',
    ],
    ...['MEMORY_PRESSURE_WATCH', 'LOGNAME', 'LOGS_DIRECTORY', 'CACHE_DIRECTORY', 'RUNTIME_DIRECTORY'],
    ...['CONFIGURATION_DIRECTORY', 'CREDENTIALS_DIRECTORY', 'SUDO_USER', 'SESSION_MANAGER', 'XDG_SESSION_ID'],
    ...['PGHOST', 'POSTGRES_USER', 'DATABASE_USER', 'DATABASE_PASSWORD', 'STRIPE_API_KEY', 'KUBERNETES_PORT'],
  ];
  const names = [
    ...others,
    ...ours,
    ...programs,
    'SANDBOX_PORT',
    'SANDBOX_FILE',
    'COGNITO',
    'STATE_DIRECTORY',
  ];
  expect(misspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});

it('What is given by a file, and a name that begins like it, leave nothing to ask', () => {
  expect(misspelledSettings({ SESSION_KEYS_FILE: '/run/secrets/keys', SESSION_KEY: 'x' })).toEqual([]);
});
