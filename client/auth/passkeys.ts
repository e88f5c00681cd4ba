/**
 * Passkeys at the identity service, by its own calls: amazon-cognito-identity-js knows none of them. A file of its own, loaded when
 * somebody uses one.
 */
import type { PublicConfig } from '#shared/api/config.ts';
import type { AccountStore } from './account-store.ts';
import { IdentityProblem, networkErrorCode, passkeyCode } from './identity-problem.ts';
import type { SignInOutcome } from './sign-in.ts';

type Pool = Pick<PublicConfig['identity'], 'userPoolId' | 'clientId' | 'endpoint'>;

/** A passkey of an account, as the service tells it. */
export interface Passkey {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** The service does not answer for ever; people do not wait for ever. */
const timeoutMs = 20_000;

/** One call of the service's protocol. @throws {IdentityProblem} */
async function callService(pool: Pool, operation: string, body: object): Promise<Record<string, unknown>> {
  const region = pool.userPoolId.split('_')[0];
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(pool.endpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = await response.json();
  } catch (cause) {
    throw new IdentityProblem(networkErrorCode, 'No answer', cause);
  }
  const told = (answer ?? {}) as Record<string, unknown>;
  if (response.ok) return told;
  const type = String(told['__type'] ?? 'Unknown');
  throw new IdentityProblem(type.split('#').at(-1) ?? type, String(told['message'] ?? type));
}

/** What the browser's own dialogue ended with, when it was not a passkey. */
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

/**
 * Signs somebody in with a passkey of theirs and begins the browser session, as `signIn` does with a password.
 * @throws {IdentityProblem} `passkeyCode` with words to show when there was none to use
 */
export async function signInWithPasskey(
  account: Pick<AccountStore, 'getState' | 'signOut' | 'begin'>,
  pool: Pool,
  username: string,
): Promise<SignInOutcome> {
  if (account.getState().status !== 'nobody') await account.signOut();
  const begun = await callService(pool, 'InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId: pool.clientId,
    AuthParameters: { USERNAME: username, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
  });
  if (begun['ChallengeName'] !== 'WEB_AUTHN') {
    throw new IdentityProblem(
      passkeyCode,
      'This account has no passkey to sign in with. Use your password; a passkey is added on the account page.',
    );
  }
  const asked = (begun['ChallengeParameters'] ?? {}) as Record<string, string>;
  const options = JSON.parse(asked['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}');
  const credential = await prompted(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  const answer = await callService(pool, 'RespondToAuthChallenge', {
    ChallengeName: 'WEB_AUTHN',
    ClientId: pool.clientId,
    Session: begun['Session'],
    ChallengeResponses: {
      USERNAME: username,
      CREDENTIAL: JSON.stringify((credential as PublicKeyCredential).toJSON()),
    },
  });
  const { IdToken, AccessToken, RefreshToken } = (answer['AuthenticationResult'] ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof IdToken !== 'string' || typeof AccessToken !== 'string' || typeof RefreshToken !== 'string') {
    throw new IdentityProblem(
      'UnsupportedChallenge',
      `The identity service asks for ${String(answer['ChallengeName'])}.`,
    );
  }
  await account.begin({ idToken: IdToken, refreshToken: RefreshToken });
  return { kind: 'signed-in' };
}

/** Makes a passkey on this device, or wherever the browser keeps them. @throws {IdentityProblem} */
export async function addPasskey(pool: Pool, accessToken: string): Promise<void> {
  const begun = await callService(pool, 'StartWebAuthnRegistration', { AccessToken: accessToken });
  const options = begun['CredentialCreationOptions'] as PublicKeyCredentialCreationOptionsJSON;
  const credential = await prompted(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  await callService(pool, 'CompleteWebAuthnRegistration', {
    AccessToken: accessToken,
    Credential: (credential as PublicKeyCredential).toJSON(),
  });
}

/** The passkeys of whoever is signed in. @throws {IdentityProblem} */
export async function listPasskeys(pool: Pool, accessToken: string): Promise<Passkey[]> {
  const { Credentials } = await callService(pool, 'ListWebAuthnCredentials', { AccessToken: accessToken });
  return ((Credentials ?? []) as Record<string, unknown>[]).map((each) => ({
    id: String(each['CredentialId']),
    name: String(each['FriendlyCredentialName'] || 'Passkey'),
    createdAt: Number(each['CreatedAt']) * 1000,
  }));
}

/** @throws {IdentityProblem} */
export async function removePasskey(pool: Pool, accessToken: string, id: string): Promise<void> {
  await callService(pool, 'DeleteWebAuthnCredential', { AccessToken: accessToken, CredentialId: id });
}
