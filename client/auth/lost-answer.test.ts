import { expect, test } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import type { Identity } from './identity.ts';
import { IdentityProblem, networkErrorCode } from './identity-problem.ts';
import { createLostAnswer, hasPassword } from './lost-answer.ts';

const noAnswer = new IdentityProblem(networkErrorCode, 'No answer');
const refused = new IdentityProblem('ExpiredCodeException', 'Invalid code provided');

test('A refusal after an attempt without an answer may mean that it worked', () => {
  const lost = createLostAnswer();
  expect(lost.noteFailure('the same', noAnswer)).toBe(false);
  expect(lost.noteFailure('the same', refused)).toBe(true);
});

test('Neither silence of our own server nor an outage says that nothing was done', () => {
  for (const error of [
    new ApiProblem({ code: 'network', status: 0 }),
    new IdentityProblem('InternalErrorException', 'Try later'),
  ]) {
    const lost = createLostAnswer();
    expect(lost.noteFailure('the same', error)).toBe(false);
    expect(lost.noteFailure('the same', refused)).toBe(true);
  }
});

test('A refusal of the first attempt, or of another one, is what it says', () => {
  const lost = createLostAnswer();
  expect(lost.noteFailure('first', refused)).toBe(false);
  expect(lost.noteFailure('first', noAnswer)).toBe(false);
  expect(lost.noteFailure('second', refused)).toBe(false);
});

test('The account has the password that opens it, also where a second factor comes after it; a fault of ours says nothing', async () => {
  const identity = (signIn: Identity['signIn']) => ({ signIn }) as Identity;
  const asksForCode = identity(async () => ({ kind: 'second-factor' }) as never);
  const refuses = identity(async () => {
    throw new IdentityProblem('NotAuthorizedException', 'Incorrect username or password.');
  });
  expect(await hasPassword(asksForCode, 'reader', 'new')).toBe(true);
  expect(await hasPassword(refuses, 'reader', 'new')).toBe(false);
  const breaks = identity(async () => {
    throw new TypeError('is not a function');
  });
  await expect(hasPassword(breaks, 'reader', 'new')).rejects.toThrow(TypeError);
});
