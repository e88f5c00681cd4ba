import { describe, expect, it } from 'vitest';
import { completeSettings, faultsOf } from '#tests/support/configuration.ts';
import { readConfig } from '../config.ts';

describe('the configuration', () => {
  it('reads where mail is handed over, encrypted unless it is said or stays on this machine', () => {
    const mailOf = (SMTP_URL: string, MAIL_FROM = 'shop@shop.example.org') =>
      readConfig({ ...completeSettings, SMTP_URL, MAIL_FROM }).mail;
    expect(mailOf('smtps://me%40x:p%2Fw@mail.example.org', '"The Shop" <a@b.example>')).toEqual({
      ...{ host: 'mail.example.org', port: 465, tls: 'secure', login: { user: 'me@x', password: 'p/w' } },
      perSecond: 10,
      from: { name: 'The Shop', address: 'a@b.example' },
    });
    expect(mailOf('smtp://mail.example.org')).toMatchObject({ port: 587, tls: 'required', login: null });
    expect(mailOf('smtp://relay:25?tls=off')).toMatchObject({ host: 'relay', port: 25, tls: 'off' });
    expect(mailOf('smtp://127.0.0.1:2525')).toMatchObject({ tls: 'off' });
    expect(mailOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', tls: 'off' });
    expect(readConfig(completeSettings).mail).toBeNull();
  });

  it.each([
    ['SMTP_URL', { SMTP_URL: 'https://mail.example.org', MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.org?tls=maybe', MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example.org?tls=off', MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://me:100%sure@mail.example.org', MAIL_FROM: 'a@b.example' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'nobody' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.org' }],
    ['SMTP_URL', { MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { OPERATOR_MAIL: 'a@b.example' }],
  ])('refuses a mail service without its other half, or one that it cannot read: %s', (name, settings) => {
    expect(faultsOf({ ...completeSettings, ...settings })).toEqual([
      expect.stringMatching(`^${name} is not`),
    ]);
  });
});
