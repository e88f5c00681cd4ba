import { expect, it } from 'vitest';
import { isRecentSignIn } from './recent-sign-in.ts';

const now = Date.parse('2025-06-01T12:00:00Z');
const token = (claims: object) =>
  `head.${Buffer.from(JSON.stringify({ name: 'Åsa ✓', ...claims })).toString('base64url')}.signature`;
const minutesAgo = (minutes: number) => token({ auth_time: now / 1000 - minutes * 60 });

it.each([
  ['of this moment', minutesAgo(0), true],
  ['of nine minutes ago', minutesAgo(9), true],
  ['of ten minutes ago', minutesAgo(10), false],
  ['of a time that is not told', token({}), false],
])('A sign-in %s is recent or not: %s', (_, idToken, isRecent) => {
  expect(isRecentSignIn(idToken, now)).toBe(isRecent);
});
