import { describe, expect, it } from 'vitest';
import {
  inputMessages,
  isEmail,
  minimumPasswordLength,
  newPasswordFault,
  normaliseActivationCode,
  normaliseAuthenticatorCode,
  normaliseConfirmationCode,
  normaliseEmail,
  normalisePassword,
  normaliseUsername,
} from './identity-input.ts';

describe('typed identity (specification, section 5)', () => {
  it('E-mail is trimmed and lower-cased', () => {
    expect(normaliseEmail('  Anna.Svensson@Example.COM ')).toBe('anna.svensson@example.com');
  });

  it('The lower case of an address is never the address of somebody else: only A to Z change', () => {
    expect(normaliseEmail('\u212aris@example.com')).toBe('\u212aris@example.com');
    expect(normaliseUsername('\u212aris@example.com')).not.toBe('kris@example.com');
    expect(isEmail(normaliseEmail('\u212aris@example.com'))).toBe(false);
  });

  it.each(['a@b.se', 'first.last+tag@sub.example.co', 'x_%-9@example-host.travel'])(
    '%s is a valid address',
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );

  it.each([
    '',
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'anna@example.c',
    'an na@example.com',
    'anna@exa..mple.com',
    'anna@-example.com',
    'anna@example.com\nbcc:x@y.se',
    `${'a'.repeat(250)}@b.se`,
    'ånna@example.com',
    // It looks like an address, and nobody owns it.
    'an\u200bna@example.com',
    'anna@exam\u00adple.com',
  ])('%j is not a valid address', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  it('A user name is trimmed, and lower-cased only when it has an @', () => {
    expect(normaliseUsername(' LoneWolf ')).toBe('LoneWolf');
    expect(normaliseUsername(' Anna@Example.com ')).toBe('anna@example.com');
  });

  it('An activation code is trimmed and lower-cased', () => {
    expect(normaliseActivationCode('\tABCD-efgh \n')).toBe('abcd-efgh');
  });

  it.each([
    '123 456',
    ' 123-456\n',
    '123\u2011456',
    '123\u2212456',
    '\u200b123\u00a0456\u00ad',
    '123456. ',
    '“123456”',
  ])(
    'A confirmation code of digits may come in groups, and with marks of the sentence around it: %j',
    (typed) => {
      expect(normaliseConfirmationCode(typed)).toBe('123456');
    },
  );

  it('A confirmation code is trimmed, and so is a password, which keeps its capitals and inner spaces', () => {
    expect(normaliseConfirmationCode(' 12 34A\n')).toBe('12 34A');
    expect(normalisePassword(' Pass Word\t')).toBe('Pass Word');
  });

  it('An address has 254 characters at most, and any of the usual ones in its first part', () => {
    expect(isEmail(`${'a'.repeat(249)}@b.se`)).toBe(true);
    expect(isEmail('A.Z_0%9+x-@Sub.Example.CO')).toBe(true);
    expect(isEmail('a@b.c.d')).toBe(false);
    expect(isEmail(' a@b.se')).toBe(false);
    expect(isEmail('a@b.se1')).toBe(false);
    expect(isEmail('a@b-.se')).toBe(false);
    expect(isEmail('a@bc.se')).toBe(true);
  });

  it('The messages are the specification’s', () => {
    expect(inputMessages.emailInvalid).toBe('You must enter a valid email address.');
    expect(minimumPasswordLength).toBe(8);
  });

  it('New passwords must have at least 8 characters and match', () => {
    expect(newPasswordFault('short', 'other')).toBe('Password must be at least 8 characters long');
    expect(newPasswordFault('long enough', 'long enougH')).toBe("Passwords don't match");
    expect(newPasswordFault('long enough', ' long enough ')).toBeNull();
    expect(newPasswordFault('12345678', '12345678')).toBeNull();
    expect(newPasswordFault(' 1234567 ', ' 1234567 ')).toBe(inputMessages.passwordTooShort);
  });

  it('New passwords have at most 256 characters, as many as the identity service takes', () => {
    const longest = 'x'.repeat(256);
    expect(newPasswordFault(` ${longest} `, longest)).toBeNull();
    expect(newPasswordFault(`${longest}x`, `${longest}x`)).toBe(
      'Password must be at most 256 characters long',
    );
  });

  it('The code of an authenticator app may come in groups', () => {
    expect(normaliseAuthenticatorCode(' 123 456\n')).toBe('123456');
  });
});
