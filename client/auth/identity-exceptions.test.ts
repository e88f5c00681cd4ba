import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Fault } from '#client/ui/fault.ts';
import {
  authenticatorFault,
  changePasswordFault,
  confirmFailure,
  newPasswordFaultOf,
  resendFailure,
  resetCodeFailure,
  resetFault,
  signUpFault,
  verifyEmailFault,
} from './identity-error.ts';
import { IdentityProblem } from './identity-problem.ts';
import { passkeyFaultText } from './passkeys-words.ts';
import { mailCodeFailure, mailedCodeFailure, secondFactorFailure, signInFailure } from './sign-in-failure.ts';

/** What a person is given: the step that comes next, or words. */
type Told = string | { next: string } | Fault;

/** What the service might say itself. The specification wants it shown "as is" in some places (section 8), and nowhere else. */
const raw = 'Words of the service.';

/** Each call that the page makes, and what makes words of its refusals. `asIs` where the service's own words may stand. */
const calls: Record<string, { tell: ((error: unknown) => Told)[]; asIs?: boolean }> = {
  InitiateAuth: { tell: [signInFailure, mailCodeFailure] },
  RespondToAuthChallenge: { tell: [signInFailure, secondFactorFailure, mailedCodeFailure] },
  'RespondToAuthChallenge with a new password': { tell: [newPasswordFaultOf], asIs: true },
  SignUp: { tell: [signUpFault], asIs: true },
  ConfirmSignUp: { tell: [confirmFailure], asIs: true },
  ResendConfirmationCode: { tell: [resendFailure], asIs: true },
  ForgotPassword: { tell: [resetCodeFailure], asIs: true },
  ConfirmForgotPassword: { tell: [resetFault], asIs: true },
  ChangePassword: { tell: [changePasswordFault], asIs: true },
  GetUserAttributeVerificationCode: { tell: [verifyEmailFault], asIs: true },
  VerifyUserAttribute: { tell: [verifyEmailFault], asIs: true },
  GetUser: { tell: [authenticatorFault], asIs: true },
  SetUserMFAPreference: { tell: [authenticatorFault], asIs: true },
  AssociateSoftwareToken: { tell: [authenticatorFault], asIs: true },
  VerifySoftwareToken: { tell: [authenticatorFault], asIs: true },
  StartWebAuthnRegistration: { tell: [passkeyFaultText] },
  CompleteWebAuthnRegistration: { tell: [passkeyFaultText] },
  ListWebAuthnCredentials: { tell: [passkeyFaultText] },
  DeleteWebAuthnCredential: { tell: [passkeyFaultText] },
};

/** The exceptions that an operation may throw, as the AWS SDK declares them. */
function exceptionsOf(operation: string): string[] {
  const folder = 'node_modules/@aws-sdk/client-cognito-identity-provider/dist-types/commands';
  const declared = readFileSync(join(folder, `${operation.split(' ')[0]}Command.d.ts`), 'utf8');
  return [...declared.matchAll(/@throws \{@link (\w+Exception)\} \((?:client|server) fault\)/g)].map(
    ([, name = '']) => name,
  );
}

function wordsOf(told: Told): string {
  if (typeof told === 'string') return told;
  if ('next' in told && !('fault' in told)) return `-> ${told.next}`;
  const fault = ('fault' in told ? told.fault : told) as Fault;
  return [fault.message, ...Object.values(fault.fields)].filter((text) => text).join(' ');
}

test('the list has every call that the page makes', () => {
  const sources = readdirSync('client/auth')
    .filter((file) => /^(cognito|passkeys).*(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join('client/auth', file), 'utf8'));
  const made = sources.flatMap((source) =>
    [...source.matchAll(/\bcall(?:Service\(pool,|\() ?'(\w+)'/g)].map(([, name = '']) => name),
  );
  expect(new Set(made)).toEqual(new Set(Object.keys(calls).filter((operation) => !operation.includes(' '))));
});

describe.each(Object.entries(calls))('%s', (operation, { tell, asIs = false }) => {
  const exceptions = exceptionsOf(operation);

  test('is declared to throw', () => expect(exceptions.length).toBeGreaterThan(5));

  test.each([
    ...exceptions,
    // Not declared everywhere, and answered all the same: limits, and mails that do not go out.
    ...['LimitExceededException', 'TooManyRequestsException'],
    ...(operation.includes('WebAuthn') ? [] : ['CodeDeliveryFailureException']),
  ])('%s leads on, or has its words', (exception) => {
    for (const make of tell) {
      const words = wordsOf(make(new IdentityProblem(exception, raw)));
      expect(words).not.toBe('');
      if (!asIs) expect(words).not.toContain(raw);
    }
  });
});
