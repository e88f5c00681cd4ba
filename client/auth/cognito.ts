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
import { IdentityProblem, networkErrorCode } from './identity-problem.ts';

export interface IdentityTokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
}

export type SignInResult =
  | { kind: 'tokens'; tokens: IdentityTokens }
  /** An operator made this account: its first sign-in has to choose a password. */
  | { kind: 'new-password-required'; complete: (newPassword: string) => Promise<IdentityTokens> };

/** Where a code went, masked by the service, for example `a***@e***`; `null` when it did not say. */
export interface CodeDelivery {
  destination: string | null;
}

/** What the site asks of the identity service. Everything rejects with an `IdentityProblem`. */
export interface Identity {
  /** Secure Remote Password: the password itself never leaves the page. */
  signIn(username: string, password: string): Promise<SignInResult>;
  signUp(form: {
    username: string;
    email: string;
    password: string;
  }): Promise<CodeDelivery & { confirmed: boolean }>;
  confirmSignUp(username: string, code: string): Promise<void>;
  resendCode(username: string): Promise<CodeDelivery>;
  forgotPassword(username: string): Promise<CodeDelivery>;
  confirmForgotPassword(username: string, code: string, newPassword: string): Promise<void>;
  /** Has a code sent to the address of whoever is signed in, which is not verified yet. */
  sendEmailCode(person: SignedInPerson): Promise<CodeDelivery>;
  /** The address counts as verified from the next tokens on. */
  verifyEmail(person: SignedInPerson, code: string): Promise<void>;
}

/** Whose address is verified: the access token is what the service goes by. */
export interface SignedInPerson {
  username: string;
  idToken: string;
  accessToken: string;
}

/** The library itself waits for ever; people do not. */
const timeoutMs = 20_000;

/**
 * The identity service of this site.
 * @param config user pool and client; `endpoint` `null` means the hosted service of the pool's region
 */
export function createIdentity(config: PublicConfig['identity']): Identity {
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
        cognitoUser.authenticateUser(new AuthenticationDetails({ Username: username, Password: password }), {
          ...answers((tokens) => done({ kind: 'tokens', tokens }), fail),
          newPasswordRequired: () =>
            done({
              kind: 'new-password-required',
              complete: (newPassword) => complete(cognitoUser, newPassword),
            }),
        });
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
  };
}

function complete(cognitoUser: CognitoUser, newPassword: string): Promise<IdentityTokens> {
  return settle((done, fail) => {
    // Attributes that came with the challenge must not be sent back: the service refuses the unchangeable ones.
    cognitoUser.completeNewPasswordChallenge(newPassword, {}, answers(done, fail));
  });
}

/** The library's callbacks. A pool that asks for a second factor is not supported: that is said, not waited for. */
function answers(
  done: (tokens: IdentityTokens) => void,
  fail: (error: unknown) => void,
): IAuthenticationCallback {
  const unsupported = (challenge?: unknown) =>
    fail(new IdentityProblem('UnsupportedChallenge', `The identity service asks for ${String(challenge)}.`));
  return {
    onSuccess: (session) => done(tokensOf(session)),
    onFailure: fail,
    newPasswordRequired: () => unsupported('NEW_PASSWORD_REQUIRED'),
    mfaRequired: unsupported,
    totpRequired: unsupported,
    mfaSetup: unsupported,
    selectMFAType: unsupported,
    customChallenge: () => unsupported('CUSTOM_CHALLENGE'),
  };
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
