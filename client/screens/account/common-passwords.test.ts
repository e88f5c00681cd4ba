import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { isCommonPassword } from './common-passwords.ts';

const own = { username: 'maren-west', email: 'maren@example.com' };

test.each([
  ...['password', 'Password1', 'P@ssw0rd!', 'qwerty123', 'Lösenord1', 'welcome2026', 'iloveyou', 'abc12345'],
  ...['12345678', '87654321', 'abcdefgh', '1q2w3e4r', 'aaaaaaaa', 'abababab', '1111111111'],
  ...['maren-west', 'Maren@example.com', `${site.name.replaceAll(' ', '')}1`],
])('%s is among the first that anybody tries', (password) => {
  expect(isCommonPassword(password, own)).toBe(true);
});

test.each([
  'Long-Enough-1',
  'Adventure-2025',
  'correct horse battery',
  'mY-passwordless-night',
  '59027146',
  'maren-west-7!x',
])('%s is not', (password) => {
  expect(isCommonPassword(password, own)).toBe(false);
});
