/** The challenges that Cognito may send during a sign-in, and how each is answered. */
import { authenticatorApp, preferAuthenticator } from './cognito-authenticator.ts';
import {
  answerChallenge,
  callService,
  challengeParameters,
  type Pool,
  type ServiceAnswer,
  tokensOf,
} from './cognito-call.ts';
import type { SignInResult } from './identity.ts';

/** The app's name in the service's own lists. */
export const authenticatorName = 'Authenticator';

/**
 * The next step of a sign-in, from the answer to the previous one.
 * @param username as the service spells it
 * @throws {IdentityProblem} `UnsupportedChallenge` for a challenge that this site does not support
 */
export async function nextStep(pool: Pool, username: string, answer: ServiceAnswer): Promise<SignInResult> {
  const parameters = challengeParameters(answer);
  const answering = (challenge: string, responses: Record<string, string>) =>
    answerChallenge(pool, answer, challenge, { USERNAME: username, ...responses });
  switch (answer['ChallengeName']) {
    case 'NEW_PASSWORD_REQUIRED':
      return {
        kind: 'new-password-required',
        // Attributes that came with the challenge must not be sent back: the service refuses the unchangeable ones.
        complete: once(
          async (newPassword) =>
            nextStep(pool, username, await answering('NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: newPassword })),
          // Whoever types another one would take that for the password of the account.
          (taken, typed) => taken === typed,
        ),
      };
    case authenticatorApp:
      return {
        kind: 'second-factor',
        secret: null,
        complete: once(async (code) =>
          tokensOf(await answering(authenticatorApp, { SOFTWARE_TOKEN_MFA_CODE: code })),
        ),
      };
    case 'EMAIL_OTP':
      return {
        kind: 'mailed-code',
        destination: parameters['CODE_DELIVERY_DESTINATION'] ?? null,
        complete: once(async (code) => tokensOf(await answering('EMAIL_OTP', { EMAIL_OTP_CODE: code }))),
      };
    case 'SELECT_MFA_TYPE': {
      const chosen = [authenticatorApp, 'EMAIL_OTP'].find((factor) =>
        namesIn(parameters['MFAS_CAN_CHOOSE']).includes(factor),
      );
      if (!chosen) break;
      return nextStep(pool, username, await answering('SELECT_MFA_TYPE', { ANSWER: chosen }));
    }
    case 'MFA_SETUP':
      if (!namesIn(parameters['MFAS_CAN_SETUP']).includes(authenticatorApp)) break;
      return setUpAuthenticator(pool, username, answer);
  }
  // Either there is no challenge, or it is one that this site does not support.
  return { kind: 'tokens', tokens: tokensOf(answer) };
}

/**
 * MFA_SETUP: the pool requires a second factor and the account has none. Fetches a secret, then expects the app's first
 * code.
 */
async function setUpAuthenticator(
  pool: Pool,
  username: string,
  { Session }: ServiceAnswer,
): Promise<SignInResult> {
  const made = await callService(pool, 'AssociateSoftwareToken', { Session });
  return {
    kind: 'second-factor',
    secret: String(made['SecretCode']),
    complete: once(async (code) => {
      const verified = await callService(pool, 'VerifySoftwareToken', {
        Session: made['Session'],
        UserCode: code,
        FriendlyDeviceName: authenticatorName,
      });
      const tokens = tokensOf(await answerChallenge(pool, verified, 'MFA_SETUP', { USERNAME: username }));
      // Until then the service asks for the app, and says that the account has none. The sign-in is complete all the same.
      await preferAuthenticator(pool, tokens.accessToken, true).catch(() => undefined);
      return tokens;
    }),
  };
}

/**
 * The service takes the answer to a challenge once. When what comes after it failed, for example the start of our own
 * session, the next try gets the result of the answer that was taken, and sends none.
 * @param isSame whether what is typed next gets it too; by default all of it, because an app shows a new code each time
 */
function once<Result>(
  send: (answer: string) => Promise<Result>,
  isSame: (taken: string, typed: string) => boolean = () => true,
): (answer: string) => Promise<Result> {
  let taken: { answer: string; result: Result } | null = null;
  return async (answer) => {
    if (!taken || !isSame(taken.answer, answer)) taken = { answer, result: await send(answer) };
    return taken.result;
  };
}

/** A list of names as the service writes it into a text: `["SOFTWARE_TOKEN_MFA"]`. */
function namesIn(text: string | undefined): unknown[] {
  const names: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(names) ? names : [];
}
