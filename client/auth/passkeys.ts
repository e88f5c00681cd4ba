/**
 * Passkeys (WebAuthn) at Cognito: make, list and remove them on the account page, and sign in. Loaded lazily when
 * somebody uses one.
 */
import { hasAuthenticator } from './cognito-authenticator.ts';
import {
  answerChallenge,
  callService,
  challengeParameters,
  type Pool,
  type ServiceAnswer,
  tokensOf,
} from './cognito-call.ts';
import { IdentityProblem, passkeyCode } from './identity-problem.ts';
import { passkeyName, rememberPasskeyName } from './passkeys-memory.ts';
import { endCurrent, type SignInAccount, type SignInOutcome } from './sign-in.ts';

/** A passkey of an account. The service derives its name from the device; the owner cannot name it. */
export interface Passkey {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Its transports: `internal`, `hybrid`, `usb` and so on. */
  transports: string[];
}

/** Errors of the browser's own dialogue, translated. */
async function prompted<T>(prompt: () => Promise<T | null>): Promise<T> {
  try {
    const credential = await prompt();
    if (credential) return credential;
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    if (cause.name === 'InvalidStateError') {
      throw new IdentityProblem(passkeyCode, 'This device has a passkey for this account already.', cause);
    }
    if (cause.name === 'SecurityError') {
      throw new IdentityProblem(passkeyCode, 'Passkeys do not work at this address of the site.', cause);
    }
  }
  throw new IdentityProblem(
    passkeyCode,
    'No passkey was used: the dialogue was closed, or took too long. Try again, or use your password.',
  );
}

/** The service's challenge for one of somebody's passkeys. */
interface Question {
  username: string;
  begun: ServiceAnswer;
  options: PublicKeyCredentialRequestOptions;
}

/** @throws {IdentityProblem} `passkeyCode` with words to show when the account has none to sign in with */
async function askFor(pool: Pool, username: string): Promise<Question> {
  const begun = await callService(pool, 'InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId: pool.clientId,
    AuthParameters: { USERNAME: username, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
  });
  if (begun['ChallengeName'] !== 'WEB_AUTHN') {
    throw new IdentityProblem(
      passkeyCode,
      'No passkey signs in to this account: it has none, or it asks for a code from an app. Use your password.',
    );
  }
  const json = JSON.parse(challengeParameters(begun)['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}');
  return { username, begun, options: PublicKeyCredential.parseRequestOptionsFromJSON(json) };
}

/** Sends the passkey's answer and begins the browser session, as `signIn` does with a password. */
async function answerWith(
  account: SignInAccount,
  pool: Pool,
  { username, begun }: Question,
  credential: Credential,
): Promise<SignInOutcome> {
  const answer = await answerChallenge(pool, begun, 'WEB_AUTHN', {
    USERNAME: username,
    CREDENTIAL: JSON.stringify((credential as PublicKeyCredential).toJSON()),
  });
  await account.begin(tokensOf(answer));
  rememberPasskeyName(username);
  return { kind: 'signed-in' };
}

/**
 * Signs somebody in with a passkey of theirs, in the browser's own dialogue.
 * @throws {IdentityProblem} `passkeyCode` with words to show when there was none to use
 */
export async function signInWithPasskey(
  account: SignInAccount,
  pool: Pool,
  username: string,
): Promise<SignInOutcome> {
  await endCurrent(account);
  const question = await askFor(pool, username);
  const credential = await prompted(() => navigator.credentials.get({ publicKey: question.options }));
  return answerWith(account, pool, question, credential);
}

/** A passkey that was picked in the user name field, and the rest of the sign-in. */
export interface PickedPasskey {
  username: string;
  /** @throws {IdentityProblem} */
  complete: () => Promise<SignInOutcome>;
}

/**
 * Waits until somebody picks a passkey from the browser's suggestions for the user name field (conditional mediation).
 * The service asks for a passkey by user name only, so the name that this browser remembers is used.
 * @param signal ends the waiting, because a browser waits for one passkey at a time
 * @returns `null` when nothing can be picked here, and when the waiting ended
 */
export async function pickedPasskey(
  account: SignInAccount,
  pool: Pool,
  signal: AbortSignal,
): Promise<PickedPasskey | null> {
  const username = passkeyName();
  if (username === null || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  let question: Question;
  let credential: Credential | null;
  try {
    question = await askFor(pool, username);
    if (signal.aborted) return null;
    credential = await navigator.credentials.get({
      publicKey: question.options,
      mediation: 'conditional',
      signal,
    });
  } catch (error) {
    // Nothing was requested yet, so no error is shown. The form has other ways.
    if (error instanceof DOMException) return null;
    if (!(error instanceof IdentityProblem)) throw error;
    if (error.code === passkeyCode || error.code === 'UserNotFoundException') rememberPasskeyName(null);
    return null;
  }
  if (!credential) return null;
  const picked = credential;
  return {
    username,
    async complete() {
      try {
        await endCurrent(account);
        return await answerWith(account, pool, question, picked);
      } catch (error) {
        // The challenge lives for minutes, but a page may be open for hours: ask once more.
        const isOver = error instanceof IdentityProblem && error.code === 'NotAuthorizedException';
        if (!isOver || !/session/i.test(error.message)) throw error;
        return signInWithPasskey(account, pool, username);
      }
    },
  };
}

/** What an account with an authenticator app reads in place of the way to add a passkey. */
export const noPasskeyBesideApp =
  'With two-step sign-in you log in with your password and a code, not with a passkey. To use one, remove the authenticator app below, then load the page again.';

/**
 * Makes a passkey on this device, or wherever the browser keeps them.
 * @throws {IdentityProblem} `passkeyCode` with words to show when it would not sign in, or was not made
 */
export async function addPasskey(pool: Pool, username: string, accessToken: string): Promise<void> {
  const [begun, needsCode] = await Promise.all([
    callService(pool, 'StartWebAuthnRegistration', { AccessToken: accessToken }),
    // The app may have been set up since the page offered a passkey.
    hasAuthenticator(pool, accessToken),
  ]);
  if (needsCode) throw new IdentityProblem(passkeyCode, noPasskeyBesideApp);
  const options = begun['CredentialCreationOptions'] as PublicKeyCredentialCreationOptionsJSON;
  const credential = await prompted(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  await callService(pool, 'CompleteWebAuthnRegistration', {
    AccessToken: accessToken,
    Credential: (credential as PublicKeyCredential).toJSON(),
  });
  rememberPasskeyName(username);
}

/**
 * The passkeys of whoever is signed in, and whether they sign in: to Cognito a passkey is one factor, so an account with an
 * authenticator app needs its password (docs/cognito.md, "First factors").
 * @throws {IdentityProblem}
 */
export async function readPasskeys(pool: Pool, accessToken: string) {
  const [passkeys, needsCode] = await Promise.all([
    listPasskeys(pool, accessToken),
    hasAuthenticator(pool, accessToken),
  ]);
  return { passkeys, signIn: !needsCode };
}

async function listPasskeys(pool: Pool, accessToken: string): Promise<Passkey[]> {
  const { Credentials } = await callService(pool, 'ListWebAuthnCredentials', { AccessToken: accessToken });
  return ((Credentials ?? []) as Record<string, unknown>[]).map((each) => ({
    id: String(each['CredentialId']),
    name: String(each['FriendlyCredentialName'] || 'Passkey'),
    createdAt: Number(each['CreatedAt']) * 1000,
    transports: Array.isArray(each['AuthenticatorTransports'])
      ? each['AuthenticatorTransports'].map(String)
      : [],
  }));
}

/** @throws {IdentityProblem} */
export async function removePasskey(pool: Pool, accessToken: string, id: string): Promise<void> {
  await callService(pool, 'DeleteWebAuthnCredential', { AccessToken: accessToken, CredentialId: id });
}
