/** Refusals on the way in: of a sign-in as it begins, and of what is typed after that. */
import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { type Fault, fieldFault, formFault } from './fault.ts';
import { codeOf, identityMessages, isLimit, knownCodeFault, passingFault, textOf } from './identity-error.ts';
import { IdentityProblem, noMailedCodesCode, passkeyCode } from './identity-problem.ts';

export type SignInFailure =
  | { next: 'CONFIRM' }
  /** "Password-reset-required leads to the reset step." */
  | { next: 'RESET' }
  | { next: 'LOGIN'; fault: Fault };

/** What is wrong when no code was mailed. */
const mailMessages: Record<string, string> = {
  [noMailedCodesCode]: identityMessages.noMailedCodes,
  CodeDeliveryFailureException: identityMessages.codeNotMailed,
};

/** After `InitiateAuth`, `RespondToAuthChallenge` or the beginning of our own session. */
export function signInFailure(error: unknown): SignInFailure {
  const code = codeOf(error);
  if (code === 'UserNotConfirmedException') return { next: 'CONFIRM' };
  if (code === 'PasswordResetRequiredException') return { next: 'RESET' };
  if (code === passkeyCode) return { next: 'LOGIN', fault: formFault(textOf(error)) };
  const passing = passingFault(error);
  if (passing) return { next: 'LOGIN', fault: passing };
  // Only mails can fail to be delivered: it was no wrong password.
  const words = mailMessages[code ?? ''];
  if (words) return { next: 'LOGIN', fault: formFault(words) };
  const lockedOut = code === 'NotAuthorizedException' && /attempts exceeded/i.test(textOf(error));
  // The shop's own limit says how long it lasts; the service does not.
  const wait = error instanceof ApiProblem && isLimit(error) ? error.retryAfterSeconds : undefined;
  const tooMany =
    wait === undefined
      ? identityMessages.tooManySignIns
      : `There were too many attempts. Try again in ${waitText(wait)}.`;
  const advice = lockedOut || isLimit(error) ? tooMany : null;
  return { next: 'LOGIN', fault: formFault(identityMessages.loginFailed, advice) };
}

/** After `InitiateAuth` for a mailed code, in place of the password. */
export function mailCodeFailure(error: unknown): SignInFailure {
  // Whoever has just had their tenth mail did not mistype anything.
  if (error instanceof IdentityProblem && isLimit(error)) {
    return { next: 'LOGIN', fault: formFault(identityMessages.tooManyCodes) };
  }
  return signInFailure(error);
}

export type MailedCodeFailure = { next: 'MAILED_CODE'; fault: Fault } | { next: 'LOGIN' };

/** After a mailed code in `RespondToAuthChallenge`, or after another one was asked for. */
export function mailedCodeFailure(error: unknown): MailedCodeFailure {
  const code = codeOf(error);
  if (isOver(code)) return { next: 'LOGIN' };
  const stay = (fault: Fault) => ({ next: 'MAILED_CODE', fault }) as const;
  if (code === 'ExpiredCodeException') return stay(fieldFault({ code: identityMessages.mailedCodeTooOld }));
  if (code === 'CodeDeliveryFailureException') return stay(formFault(identityMessages.codeNotMailed));
  if (error instanceof IdentityProblem && isLimit(error)) {
    return stay(formFault(identityMessages.tooManyCodes));
  }
  return stay(knownCodeFault(error) ?? formFault(identityMessages.outage));
}

export type SecondFactorFailure =
  | { next: 'SECOND_FACTOR'; fault: Fault }
  /** The sign-in is over: it has to begin anew. */
  | { next: 'LOGIN' };

/** After the code of an authenticator app, in `RespondToAuthChallenge` or `VerifySoftwareToken`. */
export function secondFactorFailure(error: unknown): SecondFactorFailure {
  const code = codeOf(error);
  if (isOver(code) || code === 'ExpiredCodeException') return { next: 'LOGIN' };
  return {
    next: 'SECOND_FACTOR',
    fault: knownCodeFault(error) ?? formFault(identityMessages.outage),
  };
}

/**
 * Whether a sign-in cannot go on: it took longer than the service waits, was tried too often, or the account has changed meanwhile.
 * Signing in anew leads to the step that is missing.
 */
function isOver(code: string | null): boolean {
  return [
    ...['NotAuthorizedException', 'PasswordResetRequiredException', 'UserNotConfirmedException'],
    ...['UserNotFoundException', 'SoftwareTokenMFANotFoundException', 'MFAMethodNotFoundException'],
  ].includes(code ?? '');
}
