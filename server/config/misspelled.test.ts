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
  const names = [...others, ...ours, 'SANDBOX_PORT', 'SANDBOX_FILE', 'COGNITO', 'STATE_DIRECTORY'];
  expect(misspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
