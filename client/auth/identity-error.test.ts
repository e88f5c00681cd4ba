import { describe, expect, test } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { formFault } from '#client/ui/fault.ts';
import {
  authenticatorFault,
  changePasswordFault,
  confirmFailure,
  identityMessages,
  newPasswordFaultOf,
  resendFailure,
  resetCodeFailure,
  resetFault,
  signUpFault,
  verifyEmailFault,
} from './identity-error.ts';
import { IdentityProblem } from './identity-problem.ts';
import { signInFailure } from './sign-in-failure.ts';

const refused = (code: string, message = `Raw text of ${code}`) => new IdentityProblem(code, message);
const pattern = (...names: string[]) =>
  refused(
    'InvalidParameterException',
    `${names.length} validation errors detected: ${names
      .map(
        (name) =>
          `Value at '${name}' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\S]+`,
      )
      .join('; ')}`,
  );

describe('create account', () => {
  test('provider error shown as is', () => {
    expect(
      signUpFault(refused('NotAuthorizedException', 'SignUp is not permitted for this user pool')),
    ).toEqual(formFault('SignUp is not permitted for this user pool'));
  });

  test('a taken username stands beside its field, as is, with what to do if an earlier attempt took it', () => {
    expect(signUpFault(refused('UsernameExistsException', 'User already exists'))).toEqual({
      message: null,
      advice:
        'If you have tried this before, your account may exist by now: log in with it to have another code sent.',
      fields: { username: 'User already exists' },
    });
  });

  test('a refused password stands beside its field, as is', () => {
    const policy = 'Password did not conform with policy: Password must have numeric characters';
    expect(signUpFault(refused('InvalidPasswordException', policy)).fields).toEqual({ password: policy });
  });

  test("on username 'Username contains invalid characters (such as spaces)'", () => {
    expect(signUpFault(pattern('username')).fields).toEqual({
      username: 'Username contains invalid characters (such as spaces)',
    });
  });

  test("on password 'Password contains invalid characters (such as spaces)'", () => {
    expect(signUpFault(pattern('password')).fields).toEqual({
      password: 'Password contains invalid characters (such as spaces)',
    });
  });

  test('several pattern errors in one text go to their own fields', () => {
    expect(Object.keys(signUpFault(pattern('username', 'password')).fields)).toEqual([
      'username',
      'password',
    ]);
  });

  test('a password under 6 characters is too short, not of invalid characters', () => {
    const error = refused(
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length greater than or equal to 6",
    );
    expect(signUpFault(error).fields).toEqual({ password: 'Password must be at least 8 characters long' });
  });

  test('a password of more than 256 characters is too long', () => {
    const error = refused(
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length less than or equal to 256",
    );
    expect(signUpFault(error).fields).toEqual({ password: 'Password must be at most 256 characters long' });
  });

  test('an account whose code could not be delivered says so and where to have another sent', () => {
    expect(signUpFault(refused('CodeDeliveryFailureException', 'Not sent'))).toEqual(
      formFault('Not sent', identityMessages.mayExist),
    );
  });
});

describe('confirm sign-up', () => {
  test("'Invalid verification code' for code mismatch, beside the code", () => {
    expect(confirmFailure(refused('CodeMismatchException'))).toEqual({
      next: 'CONFIRM',
      fault: { message: null, advice: null, fields: { code: 'Invalid verification code' } },
    });
  });

  test('an address that has an account: the raw error text, and the ways out', () => {
    expect(confirmFailure(refused('AliasExistsException', 'Exists'))).toEqual({
      next: 'CONFIRM',
      fault: formFault('Exists', identityMessages.addressTaken),
    });
  });

  test.each(['LimitExceededException', 'TooManyFailedAttemptsException', 'UserNotFoundException'])(
    'otherwise the raw error text: %s',
    (code) => {
      expect(confirmFailure(refused(code))).toEqual({
        next: 'CONFIRM',
        fault: formFault(`Raw text of ${code}`),
      });
    },
  );

  test('an expired code shows the raw text beside the code', () => {
    expect(confirmFailure(refused('ExpiredCodeException', 'Expired'))).toEqual({
      next: 'CONFIRM',
      fault: { message: null, advice: null, fields: { code: 'Expired' } },
    });
  });

  test('an account that is confirmed already has nothing left to confirm', () => {
    const error = refused('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED');
    expect(confirmFailure(error)).toEqual({ next: 'CONFIRMED' });
  });
});

describe('resend code', () => {
  test('an account that is confirmed already has nothing left to confirm', () => {
    const error = refused('InvalidParameterException', 'User is already confirmed.');
    expect(resendFailure(error)).toEqual({ next: 'CONFIRMED' });
  });

  test('a limit is shown in the raw text', () => {
    expect(resendFailure(refused('LimitExceededException', 'Attempt limit exceeded'))).toEqual({
      next: 'CONFIRM',
      fault: formFault('Attempt limit exceeded'),
    });
  });

  test('a pool that takes no e-mail alias here: the username is asked for', () => {
    expect(resendFailure(refused('UserNotFoundException', 'Not found'))).toEqual({
      next: 'CONFIRM',
      fault: formFault('Not found', identityMessages.usernameInstead),
    });
  });
});

describe('forgot password', () => {
  test.each([
    refused('UserNotConfirmedException'),
    refused(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    ),
  ])('sign-up is unconfirmed, including no registered or verified email: CONFIRM (%s)', (error) => {
    expect(resetCodeFailure(error)).toEqual({ next: 'CONFIRM' });
  });

  test('a name that no account has is said beside the field, in words that say what to do', () => {
    const error = refused('UserNotFoundException', 'Username/client id combination not found.');
    expect(resetCodeFailure(error)).toEqual({
      next: 'STEP_1',
      fault: { message: null, advice: null, fields: { username: identityMessages.unknownUser } },
    });
  });

  test('an account that was made for somebody, and never opened: how it is opened', () => {
    const text = 'User password cannot be reset in the current state.';
    expect(resetCodeFailure(refused('NotAuthorizedException', text))).toEqual({
      next: 'STEP_1',
      fault: formFault(text, identityMessages.onlyByInvitation),
    });
  });

  test('any other refusal stays at STEP_1 with the raw text', () => {
    expect(resetCodeFailure(refused('LimitExceededException', 'Attempt limit exceeded'))).toEqual({
      next: 'STEP_1',
      fault: formFault('Attempt limit exceeded'),
    });
  });

  test("'Invalid verification code' for code mismatch; a refused new password beside its field", () => {
    expect(resetFault(refused('CodeMismatchException')).fields).toEqual({
      code: 'Invalid verification code',
    });
    expect(resetFault(refused('InvalidPasswordException', 'Too plain')).fields).toEqual({
      newPassword: 'Too plain',
    });
    expect(resetFault(refused('PasswordHistoryPolicyViolationException', 'Used')).fields).toEqual({
      newPassword: 'Used',
    });
    expect(resetFault(pattern('password')).fields).toEqual({
      newPassword: 'Password contains invalid characters (such as spaces)',
    });
    expect(newPasswordFaultOf(refused('InvalidPasswordException', 'Too plain')).fields).toEqual({
      newPassword: 'Too plain',
    });
  });
});

describe('change password', () => {
  test('a wrong current password is said beside its field, also one that no password can look like', () => {
    const wrong = { password: 'This is not your current password.' };
    const refusal = refused('NotAuthorizedException', 'Incorrect username or password.');
    expect(changePasswordFault(refusal).fields).toEqual(wrong);
    expect(changePasswordFault(pattern('previousPassword')).fields).toEqual(wrong);
  });

  test('a sign-in that has ended is not taken for a wrong password', () => {
    const error = refused('NotAuthorizedException', 'Access Token has expired');
    expect(changePasswordFault(error)).toEqual(formFault('Access Token has expired'));
  });

  test('a refused new password is said beside its field', () => {
    for (const code of ['PasswordHistoryPolicyViolationException', 'InvalidPasswordException'])
      expect(changePasswordFault(refused(code, 'Used')).fields).toEqual({ newPassword: 'Used' });
    expect(changePasswordFault(pattern('proposedPassword')).fields).toEqual({
      newPassword: 'Password contains invalid characters (such as spaces)',
    });
  });

  test.each(['LimitExceededException', 'TooManyRequestsException', 'TooManyFailedAttemptsException'])(
    'too many attempts: how long to wait (%s)',
    (code) => {
      expect(changePasswordFault(refused(code))).toEqual(formFault(identityMessages.tooManySignIns));
    },
  );

  test('otherwise the raw error text', () => {
    expect(changePasswordFault(refused('Other', 'Raw'))).toEqual(formFault('Raw'));
  });
});

describe('a code', () => {
  test.each(['CodeMismatchException', 'EnableSoftwareTokenMFAException', 'InvalidParameterException'])(
    "of an authenticator app: 'Invalid verification code' for %s",
    (code) => {
      expect(authenticatorFault(refused(code)).fields).toEqual({ code: 'Invalid verification code' });
    },
  );

  test('of an authenticator app: otherwise the raw error text', () => {
    expect(authenticatorFault(refused('Other', 'Raw'))).toEqual(formFault('Raw'));
    expect(authenticatorFault(new Error('Raw'))).toEqual(formFault('Raw'));
  });

  test('for an address: wrong, too old, or of a form that no code has', () => {
    for (const error of [refused('CodeMismatchException'), pattern('code', 'confirmationCode')])
      expect(verifyEmailFault(error).fields).toEqual({ code: 'Invalid verification code' });
    expect(verifyEmailFault(refused('ExpiredCodeException', 'Expired')).fields).toEqual({ code: 'Expired' });
  });
});

test('no code is mailed any more today: the raw text, which is for the operator, and what to do', () => {
  const text = 'Exceeded daily email limit for the operation or the account.';
  const error = refused('LimitExceededException', text);
  const fault = formFault(text, identityMessages.noMailToday);
  expect(signUpFault(error)).toEqual(fault);
  expect(resendFailure(error)).toEqual({ next: 'CONFIRM', fault });
  expect(resetCodeFailure(error)).toEqual({ next: 'STEP_1', fault });
  expect(verifyEmailFault(error)).toEqual(fault);
});

describe('the words of an exception count only with its name', () => {
  test.each(['NotAuthorizedException', 'LimitExceededException'])(
    '%s without or with those of another',
    (code) => {
      expect(resendFailure(refused(code, 'User is already confirmed.'))).toMatchObject({ next: 'CONFIRM' });
      const others =
        code === 'NotAuthorizedException' ? 'daily email limit' : 'cannot be reset in the current state';
      expect(signUpFault(refused(code, others)).advice).toBeNull();
      const unverified = 'there is no registered/verified email or phone_number';
      expect(resetCodeFailure(refused(code, unverified))).toMatchObject({ next: 'STEP_1' });
    },
  );

  test('and its name only with its words', () => {
    expect(confirmFailure(refused('Other', 'Current status is CONFIRMED'))).toMatchObject({
      next: 'CONFIRM',
    });
    expect(confirmFailure(refused('NotAuthorizedException'))).toMatchObject({ next: 'CONFIRM' });
    expect(resendFailure(refused('InvalidParameterException'))).toMatchObject({ next: 'CONFIRM' });
    expect(resetCodeFailure(refused('InvalidParameterException', 'No such flow'))).toEqual({
      next: 'STEP_1',
      fault: formFault('No such flow'),
    });
    const patternsOnly = "Value at 'username' failed to satisfy: regular expression pattern";
    expect(signUpFault(refused('NotAuthorizedException', patternsOnly))).toEqual(formFault(patternsOnly));
  });
});

test('a first password that is refused is said beside its field, anything else as is', () => {
  expect(newPasswordFaultOf(pattern('password')).fields).toEqual({
    newPassword: 'Password contains invalid characters (such as spaces)',
  });
  expect(newPasswordFaultOf(refused('Other', 'Raw'))).toEqual(formFault('Raw'));
});

test.each([refused('NetworkError'), new ApiProblem({ code: 'network', status: 0 })])(
  'a network failure is never the fault of what was typed (%s)',
  (error) => {
    const fault = formFault(identityMessages.unreachable);
    expect(signInFailure(error)).toEqual({ next: 'LOGIN', fault });
    expect(signUpFault(error)).toEqual(fault);
    expect(confirmFailure(error)).toEqual({ next: 'CONFIRM', fault });
    expect(resendFailure(error)).toEqual({ next: 'CONFIRM', fault });
    expect(resetCodeFailure(error)).toEqual({ next: 'STEP_1', fault });
    expect(resetFault(error)).toEqual(fault);
    expect(newPasswordFaultOf(error)).toEqual(fault);
    expect(changePasswordFault(error)).toEqual(fault);
    expect(authenticatorFault(error)).toEqual(fault);
    expect(verifyEmailFault(error)).toEqual(fault);
  },
);

test('where the service cannot be reached, a blocker is named beside the connection', () => {
  expect(signUpFault(refused('NetworkError'))).toEqual(
    formFault(
      'We could not reach the sign-in service. Check your connection, and whether a blocker in your browser stops it, then try again.',
    ),
  );
});

test('a library that did not arrive asks for a reload', () => {
  expect(signInFailure(refused('NotLoaded'))).toEqual({
    next: 'LOGIN',
    fault: formFault(
      'A part of this page could not be loaded. The site may be newer than this page, or you are offline. Load the page again.',
    ),
  });
});

test.each([
  refused('InternalErrorException'),
  refused('ThrottlingException'),
  refused('TooManyRequestsException', 'Rate exceeded'),
  new ApiProblem({ code: 'identity_provider_unavailable', status: 503 }),
])('an outage is said as one (%s)', (error) => {
  expect(signInFailure(error)).toEqual({ next: 'LOGIN', fault: formFault(identityMessages.outage) });
  expect(changePasswordFault(error)).toEqual(formFault(identityMessages.outage));
});
