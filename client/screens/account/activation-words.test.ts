import { expect, test } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { facts } from '#facts';
import { site } from '#shared/site.ts';
import { activationFault, unlockedThings } from './activation-words.ts';
import { callFaultText } from './call-fault.ts';

const other = `Something went wrong, please try again or contact ${site.name} support at ${facts.email.support}`;

test.each([
  ['code_not_found', 'Invalid activation code, please try again.'],
  ['code_revoked', 'This activation code is not valid any longer.'],
  ['user_already_unlocked', 'You already have access to this content!'],
  ['code_already_used', 'This activation code has already been used.'],
  ['something_new', other],
  ['toString', other],
])('%s = %s', (error, words) => {
  expect(activationFault({ valid: false, error })).toBe(words);
});

test("valid false with a non-null error shows the message; otherwise 'Success!'", () => {
  expect(activationFault({ valid: true, error: null })).toBeNull();
  expect(activationFault({ valid: false, error: null })).toBeNull();
  expect(activationFault({ valid: true, error: 'code_not_found' })).toBeNull();
});

test('what a code unlocked is named as the shelf names it; what only the app knows has no name here', () => {
  expect(unlockedThings(['fod-kickstarter', 'fist-pre-order', 'app-only']).map(({ title }) => title)).toEqual(
    ['Lone Wolf The Fortress of Death', 'The Fortress of Death, digital artbook', "Steve Jackson's F.I.S.T."],
  );
});

test.each([
  [undefined, 'There were too many attempts. Try again in a few minutes.'],
  [30, 'There were too many attempts. Try again in a minute.'],
  [61, 'There were too many attempts. Try again in 2 minutes.'],
  [3600, 'There were too many attempts. Try again in an hour.'],
])('too many attempts says how long to wait (%s seconds)', (retryAfterSeconds, words) => {
  expect(callFaultText(new ApiProblem({ code: 'too_many_requests', status: 429, retryAfterSeconds }))).toBe(
    words,
  );
});

test('no answer, a lost session and any other failure have words of their own', () => {
  expect(callFaultText(new ApiProblem({ code: 'network', status: 0 }))).toMatch(/no answer/);
  expect(callFaultText(new ApiProblem({ code: 'unauthorized', status: 401 }))).toMatch(/signed out/);
  expect(callFaultText(new ApiProblem({ code: 'sign_in_too_old', status: 403 }))).toBe(
    'For this your sign-in must be of the last ten minutes. Sign out, sign in again, then try once more.',
  );
  expect(callFaultText(new ApiProblem({ code: 'internal_error', status: 500 }))).toBe(other);
  expect(callFaultText(new Error('unforeseen'))).toBe(other);
});
