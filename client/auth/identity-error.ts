/**
 * Maps every error of the identity service to the texts and next states of the specification (sections 4, 5 and 8). The
 * exceptions of each operation are those in the service's API reference.
 */

import { ApiProblem, isPassingFailure } from '#client/api/problem.ts';
import { type Fault, fieldFault, formFault } from '#client/ui/fault.ts';
import { whyMissing } from '#client/ui/hydrated-event.ts';
import { facts } from '#facts';
import { inputMessages } from '#shared/identity-input.ts';
import { IdentityProblem, networkErrorCode, notLoadedCode, serviceFailedCode } from './identity-problem.ts';

export const identityMessages = {
  loginFailed: 'Something went wrong, are you sure you entered the correct credentials?',
  codeMismatch: 'Invalid verification code',
  usernameCharacters: 'Username contains invalid characters (such as spaces)',
  passwordCharacters: 'Password contains invalid characters (such as spaces)',
  commonPassword: 'This password is among the first that anybody tries. Choose another one.',
  wrongPassword: 'This is not your current password.',
  unreachable:
    'We could not reach the sign-in service. Check your connection, and whether a blocker in your browser stops it, then try again.',
  notLoaded: `A part of this page could not be loaded. ${whyMissing} Load the page again.`,
  outage: 'The sign-in service is not answering properly. Nothing is lost: try again in a few minutes.',
  tooManySignIns:
    'There were too many attempts. Wait 15 minutes before the next one, or reset your password.',
  codeTooLate: 'That took too long, or there were too many wrong codes. Sign in again.',
  newPasswordTooLate:
    'That took too long, or your new password is set by now. Sign in with it, or else with the temporary one again.',
  codeUsed: 'This code has been used already. Wait until your app shows the next one.',
  mailedCodeGone:
    'The code from before no longer works here: have a new one sent, and keep this page open until you have typed it.',
  noMailedCodes: 'This account cannot be signed in to with a mailed code. Use your password.',
  codeNotMailed: 'The code could not be sent. Try again in a few minutes, or use your password.',
  tooManyCodes: 'There were too many codes. Wait an hour before the next one, or use your password.',
  noCodesToday: 'No more codes can be mailed today. Use your password.',
  noMailToday: `No more mail can be sent today. Try again tomorrow, or write to ${facts.email.support}.`,
  onlyByInvitation: `An account that was made for you opens with the temporary password of its invitation. Where that is too old, write to ${facts.email.support} for a new one.`,
  mailedCodeTooOld: 'This code is too old. Have a new one sent.',
  confirmed: 'Your account is confirmed. Log in to continue.',
  alreadyConfirmed: 'This account is already confirmed. Log in with your password.',
  signedOut: 'You have been signed out. Sign in again to go on to the payment: your cart is as it was.',
  usernameInstead: 'Try again with your username in place of the email address.',
  unknownUser: 'There is no account with this username or address. Check the spelling, or create an account.',
  addressTaken:
    'An account with this address exists: log in with it, or reset its password. Or create this one with another address.',
  mayExist: 'Your account may exist by now: log in with it to have another code sent.',
  mayBeYours:
    'If you have tried this before, your account may exist by now: log in with it to have another code sent.',
} as const;

/** The error of an authenticator app's code, or of setting one up. */
export function authenticatorFault(error: unknown): Fault {
  return knownCodeFault(error) ?? formFault(textOf(error));
}

/** The error of a code, or of checking it; `null` for any other. */
export function knownCodeFault(error: unknown): Fault | null {
  const wrong = ['CodeMismatchException', 'EnableSoftwareTokenMFAException', 'InvalidParameterException'];
  if (wrong.includes(codeOf(error) ?? '')) return fieldFault({ code: identityMessages.codeMismatch });
  // An app shows the same code for half a minute, and it works once.
  if (codeOf(error) === 'ExpiredCodeException' && /already been used/i.test(textOf(error)))
    return fieldFault({ code: identityMessages.codeUsed });
  if (isLimit(error)) return formFault(identityMessages.tooManySignIns);
  return passingFault(error);
}

/**
 * After `SignUp`: "provider error shown as is, except the two invalid-character messages". A taken username may be that of
 * an earlier attempt of which no answer came, perhaps before a reload.
 */
export function signUpFault(error: unknown): Fault {
  const known = passingFault(error) ?? parameterFault(error, 'password');
  if (known) return known;
  const code = codeOf(error);
  if (code === 'UsernameExistsException') {
    return { ...fieldFault({ username: textOf(error) }), advice: identityMessages.mayBeYours };
  }
  if (code === 'InvalidPasswordException') return fieldFault({ password: textOf(error) });
  const advice = code === 'CodeDeliveryFailureException' ? identityMessages.mayExist : null;
  return rawFault(error, advice);
}

export type ConfirmFailure =
  | { next: 'CONFIRM'; fault: Fault }
  /** Nothing is left to confirm: continue as if it had just been done. */
  | { next: 'CONFIRMED' };

/** After `ConfirmSignUp`. */
export function confirmFailure(error: unknown): ConfirmFailure {
  if (codeOf(error) === 'NotAuthorizedException' && /status is CONFIRMED/.test(textOf(error))) {
    return { next: 'CONFIRMED' };
  }
  return { next: 'CONFIRM', fault: codeFault(error, 'password') };
}

/** After `ResendConfirmationCode`. */
export function resendFailure(error: unknown): ConfirmFailure {
  const passing = passingFault(error);
  if (passing) return { next: 'CONFIRM', fault: passing };
  if (codeOf(error) === 'InvalidParameterException' && /already confirmed/i.test(textOf(error))) {
    return { next: 'CONFIRMED' };
  }
  // Some pools accept no e-mail alias here.
  const advice = codeOf(error) === 'UserNotFoundException' ? identityMessages.usernameInstead : null;
  return { next: 'CONFIRM', fault: rawFault(error, advice) };
}

/** After `GetUserAttributeVerificationCode` or `VerifyUserAttribute`, for whoever is signed in. */
export function verifyEmailFault(error: unknown): Fault {
  return codeFault(error, 'password');
}

type ResetCodeFailure = { next: 'CONFIRM' } | { next: 'STEP_1'; fault: Fault };

/**
 * After `ForgotPassword`. An account whose sign-up is unconfirmed gets the same exception as one without a verified
 * address, so the message must be checked too.
 */
export function resetCodeFailure(error: unknown): ResetCodeFailure {
  const code = codeOf(error);
  if (code === 'UserNotConfirmedException') return { next: 'CONFIRM' };
  if (code === 'InvalidParameterException' && /no registered\/verified email/i.test(textOf(error))) {
    return { next: 'CONFIRM' };
  }
  if (code === 'UserNotFoundException') {
    return { next: 'STEP_1', fault: fieldFault({ username: identityMessages.unknownUser }) };
  }
  return {
    next: 'STEP_1',
    fault: passingFault(error) ?? parameterFault(error, 'newPassword') ?? rawFault(error),
  };
}

/** After `ConfirmForgotPassword`. */
export function resetFault(error: unknown): Fault {
  const code = codeOf(error);
  if (code === 'InvalidPasswordException' || code === 'PasswordHistoryPolicyViolationException') {
    return fieldFault({ newPassword: textOf(error) });
  }
  return codeFault(error, 'newPassword');
}

/** After `ChangePassword`, for whoever is signed in. */
export function changePasswordFault(error: unknown): Fault {
  const code = codeOf(error);
  // The same exception also means that the access token is no longer valid.
  if (code === 'NotAuthorizedException' && !/token/i.test(textOf(error))) {
    return fieldFault({ password: identityMessages.wrongPassword });
  }
  if (isLimit(error)) return formFault(identityMessages.tooManySignIns);
  if (code === 'PasswordHistoryPolicyViolationException') return fieldFault({ newPassword: textOf(error) });
  return newPasswordFaultOf(error);
}

/** The error of a new password that may be corrected. */
export function newPasswordFaultOf(error: unknown): Fault {
  const known = passingFault(error) ?? parameterFault(error, 'newPassword');
  if (known) return known;
  if (codeOf(error) === 'InvalidPasswordException') return fieldFault({ newPassword: textOf(error) });
  return formFault(textOf(error));
}

/** The network or a service is down: reported as that, never as the person's mistake. `null` for everything else. */
export function passingFault(error: unknown): Fault | null {
  const code = codeOf(error);
  if (code === networkErrorCode || (error instanceof ApiProblem && error.code === 'network')) {
    return formFault(identityMessages.unreachable);
  }
  if (code === notLoadedCode) return formFault(identityMessages.notLoaded);
  if (code === serviceFailedCode || isThrottled(error) || isPassingFailure(error))
    return formFault(identityMessages.outage);
  return null;
}

/** The service's own text, as the specification says, with advice where the text has none. */
const rawFault = (error: unknown, advice: string | null = null): Fault =>
  formFault(textOf(error), remedyOf(error) ?? advice);

/** Whether the pool has sent as many mails as it may in a day (docs/cognito.md, "Mailed codes"). */
export const isMailUsedUp = (error: unknown): boolean =>
  codeOf(error) === 'LimitExceededException' && /daily email limit/i.test(textOf(error));

/** Advice for refusals that nobody but the operator, or another day, ends; `null` for all others. */
export function remedyOf(error: unknown): string | null {
  if (isMailUsedUp(error)) return identityMessages.noMailToday;
  const isInvited = /temporary password has expired|cannot be reset in the current state/i;
  return codeOf(error) === 'NotAuthorizedException' && isInvited.test(textOf(error))
    ? identityMessages.onlyByInvitation
    : null;
}

/** Whether the pool, and not this person, has asked too much (docs.aws.amazon.com/cognito/latest/developerguide/quotas.html). */
const isThrottled = (error: unknown): boolean =>
  codeOf(error) === 'ThrottlingException' ||
  (codeOf(error) === 'TooManyRequestsException' && /rate exceeded/i.test(textOf(error)));

type PasswordField = 'password' | 'newPassword';

function codeFault(error: unknown, passwordField: PasswordField): Fault {
  const known = passingFault(error) ?? parameterFault(error, passwordField);
  if (known) return known;
  if (codeOf(error) === 'CodeMismatchException') return fieldFault({ code: identityMessages.codeMismatch });
  if (codeOf(error) === 'ExpiredCodeException') return fieldFault({ code: textOf(error) });
  return rawFault(error, codeOf(error) === 'AliasExistsException' ? identityMessages.addressTaken : null);
}

/**
 * Parses the service's validation errors: `2 validation errors detected: Value at 'username' failed to satisfy
 * constraint: …; Value at 'password' failed …`. Each part names one parameter.
 */
function parameterFault(error: unknown, passwordField: PasswordField): Fault | null {
  if (codeOf(error) !== 'InvalidParameterException') return null;
  const fields: Fault['fields'] = {};
  for (const part of textOf(error).split(';')) {
    const parameter = /\bat '(\w+)'/i.exec(part)?.[1]?.toLowerCase();
    const isPattern = /regular expression pattern/i.test(part);
    if (parameter === 'username' && isPattern) fields.username = identityMessages.usernameCharacters;
    if (parameter === 'confirmationcode') fields.code = identityMessages.codeMismatch;
    // A wrongly formed old password cannot be right either.
    if (parameter === 'previouspassword') fields.password = identityMessages.wrongPassword;
    if (parameter === 'password' || parameter === 'proposedpassword') {
      fields[passwordField] = isPattern ? identityMessages.passwordCharacters : passwordLengthText(part);
    }
  }
  return Object.keys(fields).length === 0 ? null : fieldFault(fields);
}

/** The service's own minimum is six characters, checked before the pool's policy, so its message would name too few. */
function passwordLengthText(violation: string): string {
  return /less than or equal to/i.test(violation)
    ? inputMessages.passwordTooLong
    : inputMessages.passwordTooShort;
}

/** Whether this person has reached a rate limit, at the service or at our server. */
export const isLimit = (error: unknown) =>
  error instanceof ApiProblem
    ? error.status === 429
    : !isThrottled(error) &&
      ['LimitExceededException', 'TooManyRequestsException', 'TooManyFailedAttemptsException'].includes(
        codeOf(error) ?? '',
      );
export const codeOf = (error: unknown) => (error instanceof IdentityProblem ? error.code : null);
export const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
