import { expect, test } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { fieldFault, formFault } from '#client/ui/fault.ts';
import { problemTypes } from '#shared/api/errors.ts';
import { identityMessages as words } from './identity-error.ts';
import { IdentityProblem, noMailedCodesCode, passkeyCode } from './identity-problem.ts';
import {
  loginFault,
  mailCodeFailure,
  mailedCodeFailure,
  newPasswordFailure,
  secondFactorFailure,
  signInFailure,
} from './sign-in-failure.ts';

const refusal = (code: string, message = 'Words of the service.') => new IdentityProblem(code, message);
const rejected = new ApiProblem({ code: 'session_rejected', status: problemTypes.session_rejected[0] });
const ourLimit = new ApiProblem({ code: 'too_many_requests', status: 429 });
const toLogin = (message: string, advice: string | null = null) => ({
  ...{ next: 'LOGIN', fault: formFault(message, advice) },
});
const wrongCode = fieldFault({ code: words.codeMismatch });

/** What ends a sign-in that has begun: signing in again leads to the missing step. */
const over = [
  ...['NotAuthorizedException', 'PasswordResetRequiredException', 'UserNotConfirmedException'],
  ...['UserNotFoundException', 'SoftwareTokenMFANotFoundException', 'MFAMethodNotFoundException'],
];

test.each([
  ['UserNotConfirmedException', undefined, { next: 'CONFIRM' }],
  ['PasswordResetRequiredException', undefined, { next: 'RESET' }],
  [passkeyCode, 'The passkey was not used.', toLogin('The passkey was not used.')],
  [noMailedCodesCode, undefined, toLogin(words.noMailedCodes)],
  ['CodeDeliveryFailureException', undefined, toLogin(words.codeNotMailed)],
  [
    ...['NotAuthorizedException', 'Incorrect username or password.'],
    toLogin('Something went wrong, are you sure you entered the correct credentials?'),
  ],
  [
    ...['NotAuthorizedException', 'Temporary password has expired and must be reset by an administrator.'],
    toLogin(words.loginFailed, words.onlyByInvitation),
  ],
  ['UserNotFoundException', undefined, toLogin(words.loginFailed)],
  ['Unknown', undefined, toLogin(words.loginFailed)],
  [
    ...['NotAuthorizedException', 'Password attempts exceeded'],
    toLogin(words.loginFailed, words.tooManySignIns),
  ],
  ['InvalidParameterException', 'attempts exceeded', toLogin(words.loginFailed)],
  ['TooManyRequestsException', undefined, toLogin(words.loginFailed, words.tooManySignIns)],
  ['LimitExceededException', undefined, toLogin(words.loginFailed, words.tooManySignIns)],
] as [string, string | undefined, unknown][])(
  'A sign-in refused with %s (%s) goes on as it should',
  (code, message, then) => {
    expect(signInFailure(refusal(code, message))).toEqual(then);
  },
);

test('A session that our server rejects is a login failure', () => {
  expect(signInFailure(rejected)).toEqual(toLogin(words.loginFailed));
});

test('Our own limit says how long it lasts, in minutes rounded up, if it does', () => {
  const limit = new ApiProblem({ code: 'too_many_requests', status: 429, retryAfterSeconds: 301 });
  expect(signInFailure(limit)).toEqual(
    toLogin(words.loginFailed, 'There were too many attempts. Try again in 6 minutes.'),
  );
  expect(signInFailure(ourLimit)).toEqual(toLogin(words.loginFailed, words.tooManySignIns));
});

test('Who asked for too many mailed codes is told so, and of nothing else', () => {
  expect(mailCodeFailure(refusal('LimitExceededException'))).toEqual(toLogin(words.tooManyCodes));
  expect(mailCodeFailure(refusal('UserNotFoundException'))).toEqual(toLogin(words.loginFailed));
  expect(mailCodeFailure(ourLimit)).toEqual(toLogin(words.loginFailed, words.tooManySignIns));
});

test.each([...over.map((code) => refusal(code)), rejected])(
  'A sign-in that ends with %s begins anew',
  (error) => {
    expect(mailedCodeFailure(error)).toEqual({ next: 'LOGIN' });
    expect(secondFactorFailure(error)).toEqual({ next: 'LOGIN' });
    expect(newPasswordFailure(error)).toEqual({ next: 'LOGIN' });
  },
);

test.each([
  [refusal('InvalidPasswordException', 'Too short.'), fieldFault({ newPassword: 'Too short.' })],
  [new ApiProblem({ code: 'network', status: 0 }), formFault(words.unreachable)],
])('A first password that is refused can be mended: %s', (error, fault) => {
  expect(newPasswordFailure(error)).toEqual({ next: 'NEW_PASSWORD', fault });
});

test.each([
  [refusal('CodeMismatchException'), wrongCode],
  [refusal('ExpiredCodeException'), fieldFault({ code: words.mailedCodeTooOld })],
  [refusal('CodeDeliveryFailureException'), formFault(words.codeNotMailed)],
  [refusal('LimitExceededException'), formFault(words.tooManyCodes)],
  [refusal('LimitExceededException', 'Exceeded daily email limit.'), formFault(words.noCodesToday)],
  [ourLimit, formFault(words.tooManySignIns)],
  [refusal('UnexpectedLambdaException'), formFault(words.outage)],
  [new TypeError('is not a function'), formFault(words.outage)],
])('A mailed code that is refused can be mended: %s', (error, fault) => {
  expect(mailedCodeFailure(error)).toEqual({ next: 'MAILED_CODE', fault });
});

test('a code of an app that was used before may be followed by the next one; one that came too late may not', () => {
  const used = refusal('ExpiredCodeException', 'Your software token has already been used once.');
  expect(secondFactorFailure(used)).toEqual({
    ...{ next: 'SECOND_FACTOR', fault: fieldFault({ code: words.codeUsed }) },
  });
  expect(secondFactorFailure(refusal('ExpiredCodeException'))).toEqual({ next: 'LOGIN' });
});

test.each([
  [refusal('CodeMismatchException'), wrongCode],
  [refusal('LimitExceededException'), formFault(words.tooManySignIns)],
  [refusal('UnexpectedLambdaException'), formFault(words.outage)],
])('The code of an authenticator app that is refused can be mended: %s', (error, fault) => {
  expect(secondFactorFailure(error)).toEqual({ next: 'SECOND_FACTOR', fault });
});

test('An expired step of the second factor begins anew, and a form that cannot go on shows the failed sign-in', () => {
  expect(secondFactorFailure(refusal('ExpiredCodeException'))).toEqual({ next: 'LOGIN' });
  expect(loginFault({ next: 'CONFIRM' })).toEqual(formFault(words.loginFailed));
  expect(loginFault({ next: 'LOGIN', fault: wrongCode })).toBe(wrongCode);
});
