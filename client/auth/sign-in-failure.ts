/** Errors of a sign-in, at its start and in later steps. */
import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { type Fault, fieldFault, formFault } from '#client/ui/fault.ts';
import {
  codeOf,
  identityMessages,
  isLimit,
  isMailUsedUp,
  knownCodeFault,
  newPasswordFaultOf,
  passingFault,
  remedyOf,
  textOf,
} from './identity-error.ts';
import { IdentityProblem, noMailedCodesCode, passkeyCode } from './identity-problem.ts';

type SignInFailure =
  | { next: 'CONFIRM' }
  /** "Password-reset-required leads to the reset step." */
  | { next: 'RESET' }
  | { next: 'LOGIN'; fault: Fault };

/** Texts for failing to mail a code. */
const mailMessages: Record<string, string> = {
  [noMailedCodesCode]: identityMessages.noMailedCodes,
  CodeDeliveryFailureException: identityMessages.codeNotMailed,
};

/** After `InitiateAuth`, `RespondToAuthChallenge` or the start of our own session. */
export function signInFailure(error: unknown): SignInFailure {
  const code = codeOf(error);
  if (code === 'UserNotConfirmedException') return { next: 'CONFIRM' };
  if (code === 'PasswordResetRequiredException') return { next: 'RESET' };
  if (code === passkeyCode) return { next: 'LOGIN', fault: formFault(textOf(error)) };
  const passing = passingFault(error);
  if (passing) return { next: 'LOGIN', fault: passing };
  // Only mail can fail to be delivered, so it was no wrong password.
  const words = mailMessages[code ?? ''];
  if (words) return { next: 'LOGIN', fault: formFault(words) };
  const lockedOut = code === 'NotAuthorizedException' && /attempts exceeded/i.test(textOf(error));
  // Our own limit says how long it lasts; the service's does not.
  const wait = error instanceof ApiProblem && isLimit(error) ? error.retryAfterSeconds : undefined;
  const tooMany =
    wait === undefined
      ? identityMessages.tooManySignIns
      : `There were too many attempts. Try again in ${waitText(wait)}.`;
  const advice = remedyOf(error) ?? (lockedOut || isLimit(error) ? tooMany : null);
  return { next: 'LOGIN', fault: formFault(identityMessages.loginFailed, advice) };
}

/** The error to show in a form that cannot go on to another step. */
export const loginFault = (failure: SignInFailure): Fault =>
  failure.next === 'LOGIN' ? failure.fault : formFault(identityMessages.loginFailed);

/** After `InitiateAuth` for a mailed code, in place of the password. */
export function mailCodeFailure(error: unknown): SignInFailure {
  // Whoever has just requested their tenth mail did not mistype anything.
  const spent = codesUsedUp(error);
  return spent ? { next: 'LOGIN', fault: spent } : signInFailure(error);
}

type MailedCodeFailure = { next: 'MAILED_CODE'; fault: Fault } | { next: 'LOGIN' };

/** After a mailed code in `RespondToAuthChallenge`, or after another one was asked for. */
export function mailedCodeFailure(error: unknown): MailedCodeFailure {
  if (isOver(error)) return { next: 'LOGIN' };
  const code = codeOf(error);
  const stay = (fault: Fault) => ({ next: 'MAILED_CODE', fault }) as const;
  if (code === 'ExpiredCodeException') return stay(fieldFault({ code: identityMessages.mailedCodeTooOld }));
  if (code === 'CodeDeliveryFailureException') return stay(formFault(identityMessages.codeNotMailed));
  const spent = codesUsedUp(error);
  return stay(spent ?? knownCodeFault(error) ?? formFault(identityMessages.outage));
}

/** After too many codes for one person in an hour, or for all in a day; `null` after anything else. */
function codesUsedUp(error: unknown): Fault | null {
  if (!(error instanceof IdentityProblem && isLimit(error))) return null;
  return formFault(isMailUsedUp(error) ? identityMessages.noCodesToday : identityMessages.tooManyCodes);
}

type SecondFactorFailure =
  | { next: 'SECOND_FACTOR'; fault: Fault }
  /** The sign-in is over: it must start again. */
  | { next: 'LOGIN' };

/** After the code of an authenticator app, in `RespondToAuthChallenge` or `VerifySoftwareToken`. */
export function secondFactorFailure(error: unknown): SecondFactorFailure {
  const fault = knownCodeFault(error);
  // Unless it says that the code was used, it is the sign-in that took too long.
  if (isOver(error) || (codeOf(error) === 'ExpiredCodeException' && !fault)) return { next: 'LOGIN' };
  return { next: 'SECOND_FACTOR', fault: fault ?? formFault(identityMessages.outage) };
}

type NewPasswordFailure = { next: 'NEW_PASSWORD'; fault: Fault } | { next: 'LOGIN' };

/** After the first password of an account that an operator made. */
export function newPasswordFailure(error: unknown): NewPasswordFailure {
  if (isOver(error)) return { next: 'LOGIN' };
  return { next: 'NEW_PASSWORD', fault: newPasswordFaultOf(error) };
}

/**
 * Whether a sign-in cannot continue: it took too long, was tried too often, the account has changed meanwhile, or our own
 * server does not take its tokens. Signing in again leads to the missing step.
 */
function isOver(error: unknown): boolean {
  const over = [
    ...['NotAuthorizedException', 'PasswordResetRequiredException', 'UserNotConfirmedException'],
    ...['UserNotFoundException', 'SoftwareTokenMFANotFoundException', 'MFAMethodNotFoundException'],
  ];
  const isRejected = error instanceof ApiProblem && error.code === 'session_rejected';
  return isRejected || over.includes(codeOf(error) ?? '');
}
