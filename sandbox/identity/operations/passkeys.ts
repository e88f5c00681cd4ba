import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { site } from '../../../shared/site.ts';
import { IdentityError, refusal } from '../errors.ts';
import { parameters, readParameters } from '../parameters.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';

/** Passkeys (WebAuthn): register, list and remove with an access token, and sign in. Signatures are really verified. */

const bearerSchema = z.object({ AccessToken: parameters.token });
/** The most that one account may have. */
const mostPasskeys = 20;

/** @throws {IdentityError} the exceptions of the service's StartWebAuthnRegistration */
export async function startWebAuthnRegistration(pool: Pool, body: unknown): Promise<object> {
  const user = pool.bearer(readParameters(bearerSchema, body).AccessToken);
  if (!pool.firstFactors().includes('WEB_AUTHN')) throw refusal('WebAuthnNotEnabledException');
  const { passkeys = [] } = user;
  if (passkeys.length >= mostPasskeys) throw refusal('LimitExceededException');
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: pool.relyingPartyId,
    userName: user.username,
    userID: new TextEncoder().encode(user.sub),
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  pool.users.save({ ...user, pendingPasskey: options.challenge });
  return { CredentialCreationOptions: options };
}

const completeSchema = bearerSchema.extend({ Credential: z.looseObject({ id: z.string() }) });

/** @throws {IdentityError} the exceptions of the service's CompleteWebAuthnRegistration */
export async function completeWebAuthnRegistration(pool: Pool, body: unknown): Promise<object> {
  const { AccessToken, Credential } = readParameters(completeSchema, body);
  const { pendingPasskey, ...user } = pool.bearer(AccessToken);
  if (pendingPasskey === undefined) throw refusal('WebAuthnChallengeNotFoundException');
  // Used up, whatever the result.
  pool.users.save(user);
  const response = Credential as unknown as RegistrationResponseJSON;
  const { registrationInfo } = await checked('WebAuthnCredentialNotSupportedException', () =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: pendingPasskey,
      expectedOrigin: originOf(pool, response.response.clientDataJSON),
      expectedRPID: pool.relyingPartyId,
      requireUserVerification: false,
    }),
  );
  if (!registrationInfo) throw refusal('WebAuthnCredentialNotSupportedException');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const passkey = {
    ...{ id, counter, publicKey: Buffer.from(publicKey).toString('base64url') },
    createdAt: pool.now().toISOString(),
    transports,
  };
  pool.users.save({ ...user, passkeys: [...(user.passkeys ?? []), passkey] });
  return {};
}

/** @throws {IdentityError} the exceptions of the service's ListWebAuthnCredentials */
export function listWebAuthnCredentials(pool: Pool, body: unknown): object {
  const { passkeys = [] } = pool.bearer(readParameters(bearerSchema, body).AccessToken);
  return {
    Credentials: passkeys.map(({ id, createdAt, transports = [] }) => ({
      CredentialId: id,
      FriendlyCredentialName: 'Passkey',
      RelyingPartyId: pool.relyingPartyId,
      AuthenticatorTransports: transports,
      CreatedAt: Date.parse(createdAt) / 1000,
    })),
  };
}

const deleteSchema = bearerSchema.extend({ CredentialId: z.string().min(1) });

/** @throws {IdentityError} the exceptions of the service's DeleteWebAuthnCredential */
export function deleteWebAuthnCredential(pool: Pool, body: unknown): object {
  const { AccessToken, CredentialId } = readParameters(deleteSchema, body);
  const user = pool.bearer(AccessToken);
  const { passkeys = [] } = user;
  if (!passkeys.some(({ id }) => id === CredentialId)) throw refusal('ResourceNotFoundException');
  pool.users.save({ ...user, passkeys: passkeys.filter(({ id }) => id !== CredentialId) });
  return {};
}

/** A sign-in challenge for a passkey of this account. */
export async function passkeyChallenge(pool: Pool, clientId: string, user: User): Promise<object> {
  const options = await generateAuthenticationOptions({
    rpID: pool.relyingPartyId,
    allowCredentials: (user.passkeys ?? []).map(({ id }) => ({ id })),
    userVerification: 'preferred',
  });
  const { username } = user;
  const challenge = { name: 'WEB_AUTHN', clientId, username, challenge: options.challenge } as const;
  return {
    ChallengeName: 'WEB_AUTHN',
    Session: pool.challenges.open(challenge),
    ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
  };
}

/**
 * The user whose passkey answered. @throws {IdentityError} `NotAuthorizedException` for another user's passkey or
 * challenge
 */
export async function answeredByPasskey(
  pool: Pool,
  clientId: string,
  session: string,
  credential: string,
): Promise<User> {
  const { username, challenge } = pool.challenges.take(session, 'WEB_AUTHN', clientId);
  const user = pool.users.named(username);
  const response = JSON.parse(credential) as AuthenticationResponseJSON;
  const passkey = user?.passkeys?.find(({ id }) => id === response.id);
  if (!user || !passkey) throw refusal('NotAuthorizedException');
  const { verified, authenticationInfo } = await checked('NotAuthorizedException', () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: originOf(pool, response.response.clientDataJSON),
      expectedRPID: pool.relyingPartyId,
      requireUserVerification: false,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified) throw refusal('NotAuthorizedException');
  const used = { ...passkey, counter: authenticationInfo.newCounter };
  const signedIn = { ...user, passkeys: user.passkeys?.map((each) => (each.id === used.id ? used : each)) };
  pool.users.save(signedIn as User);
  return signedIn as User;
}

/** The page's origin, if it belongs to the relying party: the service also allows its subdomains. */
function originOf(pool: Pool, clientDataJSON: string): string {
  const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
    origin: string;
  };
  const { hostname } = new URL(origin);
  if (hostname === pool.relyingPartyId || hostname.endsWith(`.${pool.relyingPartyId}`)) return origin;
  throw refusal('WebAuthnOriginNotAllowedException');
}

/** Turns the verifier's exceptions into refusals; a refusal stays what it is. */
async function checked<T>(
  type: 'WebAuthnCredentialNotSupportedException' | 'NotAuthorizedException',
  verify: () => Promise<T>,
): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    throw refusal(type, (error as Error).message);
  }
}
