/**
 * The one place that knows amazon-cognito-identity-js. `load-identity.ts` loads it where someone signs in, so that no
 * other page pays for it. Every call gets a user and a memory of its own: no token outlives the call that made it.
 */
import {
  AuthenticationDetails,
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  CognitoUserSession,
  type IAuthenticationCallback,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import type { PublicConfig } from '#shared/api/config.ts';
import type { CodeDelivery, Identity, IdentityTokens, SignedInPerson, SignInResult } from './identity.ts';
import { IdentityProblem, networkErrorCode } from './identity-problem.ts';

/** The library itself waits for ever; people do not. */
const timeoutMs = 20_000;

/**
 * The identity service of this site.
 * @param config user pool and client; `endpoint` `null` means the hosted service of the pool's region
 */
export function createIdentity(
  config: Omit<PublicConfig['identity'], 'authenticator' | 'passkeys'>,
): Identity {
  const pool = () =>
    new CognitoUserPool({
      UserPoolId: config.userPoolId,
      ClientId: config.clientId,
      Storage: memoryStorage(),
      ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
    });
  const user = (username: string) => {
    const Pool = pool();
    // The user's own default storage is the browser's, whatever its pool uses.
    return new CognitoUser({ Username: username, Pool, Storage: memoryStorage() });
  };
  const signedInUser = ({ username, idToken, accessToken }: SignedInPerson) => {
    const cognitoUser = user(username);
    cognitoUser.setSignInUserSession(
      new CognitoUserSession({
        IdToken: new CognitoIdToken({ IdToken: idToken }),
        AccessToken: new CognitoAccessToken({ AccessToken: accessToken }),
        // The server has it; the library would only store it.
        RefreshToken: new CognitoRefreshToken({ RefreshToken: '' }),
      }),
    );
    return cognitoUser;
  };

  return {
    signIn: (username, password) =>
      settle<SignInResult>((done, fail) => {
        const cognitoUser = user(username);
        const details = new AuthenticationDetails({ Username: username, Password: password });
        cognitoUser.authenticateUser(details, answers(cognitoUser, done, fail));
      }),

    signUp: ({ username, email, password }) =>
      settle((done, fail) => {
        const attributes = [new CognitoUserAttribute({ Name: 'email', Value: email })];
        pool().signUp(username, password, attributes, [], (error, result) => {
          if (error || !result) return fail(error);
          done({ ...delivery(result), confirmed: result.userConfirmed });
        });
      }),

    confirmSignUp: (username, code) =>
      settle((done, fail) => {
        // `true` would take the e-mail alias away from an account that already holds it.
        user(username).confirmRegistration(code, false, (error: unknown) => (error ? fail(error) : done()));
      }),

    resendCode: (username) =>
      settle((done, fail) => {
        user(username).resendConfirmationCode((error, answer: unknown) =>
          error ? fail(error) : done(delivery(answer)),
        );
      }),

    forgotPassword: (username) =>
      settle((done, fail) => {
        user(username).forgotPassword({ onSuccess: (answer) => done(delivery(answer)), onFailure: fail });
      }),

    confirmForgotPassword: (username, code, newPassword) =>
      settle((done, fail) => {
        user(username).confirmPassword(code, newPassword, { onSuccess: () => done(), onFailure: fail });
      }),

    changePassword: (person, oldPassword, newPassword) =>
      settle((done, fail) => {
        signedInUser(person).changePassword(oldPassword, newPassword, (error) =>
          error ? fail(error) : done(),
        );
      }),

    sendEmailCode: (person) =>
      settle((done, fail) => {
        signedInUser(person).getAttributeVerificationCode('email', {
          onSuccess: () => done({ destination: null }),
          inputVerificationCode: (answer) => done(delivery(answer)),
          onFailure: fail,
        });
      }),

    verifyEmail: (person, code) =>
      settle((done, fail) => {
        signedInUser(person).verifyAttribute('email', code, { onSuccess: () => done(), onFailure: fail });
      }),

    hasAuthenticator: (person) =>
      settle((done, fail) => {
        signedInUser(person).getUserData(
          (error, data) =>
            error ? fail(error) : done(data?.UserMFASettingList?.includes(authenticatorApp) ?? false),
          { bypassCache: true },
        );
      }),

    newAuthenticator: (person) =>
      settle((done, fail) => {
        signedInUser(person).associateSoftwareToken({ associateSecretCode: done, onFailure: fail });
      }),

    async confirmAuthenticator(person, code) {
      await settle((done, fail) => {
        const callbacks = { onSuccess: () => done(), onFailure: fail };
        signedInUser(person).verifySoftwareToken(code, authenticatorName, callbacks);
      });
      await preferAuthenticator(signedInUser(person), true);
    },

    removeAuthenticator: (person) => preferAuthenticator(signedInUser(person), false),
  };
}

/** A second factor by an authenticator app, in the service's words. */
const authenticatorApp = 'SOFTWARE_TOKEN_MFA';
/** What the service calls the app in its own lists. */
const authenticatorName = 'Authenticator';

function preferAuthenticator(user: CognitoUser, on: boolean): Promise<void> {
  return settle((done, fail) => {
    user.setUserMfaPreference(null, { Enabled: on, PreferredMfa: on }, (error) =>
      error ? fail(error) : done(),
    );
  });
}

/** The library's callbacks. A challenge that the site does not know is said, not waited for. */
function answers(
  user: CognitoUser,
  done: (result: SignInResult) => void,
  fail: (error: unknown) => void,
): IAuthenticationCallback {
  const unsupported = (challenge?: unknown) =>
    fail(new IdentityProblem('UnsupportedChallenge', `The identity service asks for ${String(challenge)}.`));
  return {
    onSuccess: (session) => done({ kind: 'tokens', tokens: tokensOf(session) }),
    onFailure: fail,
    newPasswordRequired: () =>
      done({
        kind: 'new-password-required',
        complete: (newPassword) =>
          settle((next, refuse) => {
            // Attributes that came with the challenge must not be sent back: the service refuses the unchangeable ones.
            user.completeNewPasswordChallenge(newPassword, {}, answers(user, next, refuse));
          }),
      }),
    totpRequired: () =>
      done({
        ...{ kind: 'second-factor', secret: null },
        complete: (code) =>
          settle<IdentityTokens>((next, refuse) =>
            user.sendMFACode(code, ending(next, refuse), authenticatorApp),
          ),
      }),
    mfaSetup: () =>
      user.associateSoftwareToken({
        associateSecretCode: (secret) =>
          done({
            ...{ kind: 'second-factor', secret },
            complete: (code) =>
              settle<IdentityTokens>((next, refuse) =>
                user.verifySoftwareToken(code, authenticatorName, ending(next, refuse)),
              ),
          }),
        onFailure: fail,
      }),
    mfaRequired: unsupported,
    selectMFAType: unsupported,
    customChallenge: () => unsupported('CUSTOM_CHALLENGE'),
  };
}

/** Callbacks of a step that nothing can follow but tokens. */
function ending(done: (tokens: IdentityTokens) => void, fail: (error: unknown) => void) {
  return { onSuccess: (session: CognitoUserSession) => done(tokensOf(session)), onFailure: fail };
}

function tokensOf(session: CognitoUserSession): IdentityTokens {
  return {
    idToken: session.getIdToken().getJwtToken(),
    accessToken: session.getAccessToken().getJwtToken(),
    refreshToken: session.getRefreshToken().getToken(),
  };
}

/** Callbacks to a promise that fails with an `IdentityProblem` only, in bounded time. */
function settle<T = void>(
  work: (done: (value: T) => void, fail: (error: unknown) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(problemFrom(error));
    };
    const done = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    const timer = setTimeout(
      () => fail(new IdentityProblem(networkErrorCode, 'No answer in time')),
      timeoutMs,
    );
    try {
      work(done, fail);
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * Service errors carry their exception's name as `code`; the library's own have none. A `TypeError` is what it makes of
 * an answer that is no JSON (a gateway's error page): the service was not reached then either.
 */
function problemFrom(error: unknown): IdentityProblem {
  if (error instanceof IdentityProblem) return error;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message : String(error);
  if (typeof code === 'string') return new IdentityProblem(code, text, error);
  return new IdentityProblem(error instanceof TypeError ? networkErrorCode : 'Unknown', text, error);
}

function delivery(answer: unknown): CodeDelivery {
  const details = answer as
    | { CodeDeliveryDetails?: { Destination?: string }; codeDeliveryDetails?: { Destination?: string } }
    | undefined;
  const found = details?.CodeDeliveryDetails ?? details?.codeDeliveryDetails;
  return { destination: found?.Destination ?? null };
}

/** The library insists on storing what it gets; here it goes with the call. */
function memoryStorage(): ICognitoStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
