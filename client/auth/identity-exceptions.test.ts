import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from '#client/ui/fault.ts';
import { identityExceptions, passkeyExceptions } from '#tests/support/identity-exceptions.ts';
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

interface Telling {
  tell: ((error: unknown) => Told)[];
  /** The service's own words may stand. */
  asIs?: boolean;
  /** The exceptions that the call may throw, where not any. */
  declared?: readonly string[];
}

/** Each call that the page makes, and what makes words of its refusals. */
const calls: Record<string, Telling> = {
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
  StartWebAuthnRegistration: { tell: [passkeyFaultText], declared: passkeyExceptions },
  CompleteWebAuthnRegistration: { tell: [passkeyFaultText], declared: passkeyExceptions },
  ListWebAuthnCredentials: { tell: [passkeyFaultText], declared: passkeyExceptions },
  DeleteWebAuthnCredential: { tell: [passkeyFaultText], declared: passkeyExceptions },
};

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

test.each(Object.entries(calls))(
  '%s: every exception leads on, or has its words',
  (_, { tell, asIs = false, declared = identityExceptions }) => {
    const unsaid = declared.filter((exception) =>
      tell.some((make) => {
        const words = wordsOf(make(new IdentityProblem(exception, raw)));
        return words === '' || (!asIs && words.includes(raw));
      }),
    );
    expect(unsaid).toEqual([]);
  },
);
