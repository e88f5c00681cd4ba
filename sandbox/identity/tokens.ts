import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DocumentStore } from '../documents.ts';
import { refusal } from './errors.ts';
import type { SigningKeys, TokenUse } from './signing-keys.ts';
import type { User } from './users.ts';

/** All tokens of one sign-in: a refresh token and the tokens made with it. */
export interface TokenFamily {
  /** `origin_jti` of all its tokens. */
  id: string;
  sub: string;
  clientId: string;
  /** Of the sign-in, carried by every token of the family. */
  eventId: string;
  /** Seconds since 1970. */
  authTime: number;
  /** Seconds since 1970. */
  expiresAt: number;
  revoked: boolean;
}

/** The service's answer to a successful sign-in. */
export interface AuthenticationResult {
  AccessToken: string;
  IdToken: string;
  /** Absent when the tokens were made with a refresh token: the one used stays valid. */
  RefreshToken?: string;
  TokenType: 'Bearer';
  /** Seconds. */
  ExpiresIn: number;
}

interface TokenSettings {
  documents: DocumentStore;
  keys: SigningKeys;
  issuer: string;
  /** Of id and access tokens, in seconds. */
  lifetimeSeconds: number;
  now: () => Date;
}

export interface Tokens {
  begin(user: User, clientId: string): AuthenticationResult;
  renew(user: User, family: TokenFamily): AuthenticationResult;
  familyOf(refreshToken: string): TokenFamily | undefined;
  usableFamily(refreshToken: string, clientId: string): TokenFamily;
  revoke(family: TokenFamily): void;
  revokeAll(sub: string): void;
  /** Whose access token this is, as the subject and family of its claims. */
  checkAccess(accessToken: string): { sub: string };
  claims(use: TokenUse, user: User, family: TokenFamily): Record<string, unknown>;
}

/** Refresh tokens live 30 days unless a pool says otherwise. In seconds. */
const refreshLifetime = 30 * 24 * 60 * 60;

/** A family is found by its refresh token's digest; the token itself is never stored. */
function digest(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

/** Issues, refreshes and revokes tokens with the service's own claims. */
export function createTokens({ documents, keys, issuer, lifetimeSeconds, now }: TokenSettings): Tokens {
  const families = documents.collection<TokenFamily>('identity-token-families');
  const byRefreshToken = documents.collection<string>('identity-refresh-tokens');
  const seconds = () => Math.floor(now().getTime() / 1000);

  function claims(use: TokenUse, user: User, family: TokenFamily): Record<string, unknown> {
    const iat = seconds();
    const common = {
      sub: user.sub,
      iss: issuer,
      origin_jti: family.id,
      event_id: family.eventId,
      token_use: use,
      auth_time: family.authTime,
      exp: iat + lifetimeSeconds,
      iat,
      jti: randomUUID(),
      // Absent, not empty, without a group; both kinds of token carry it.
      ...(user.groups?.length && { 'cognito:groups': [...user.groups] }),
    };
    if (use === 'access') {
      const scope = 'aws.cognito.signin.user.admin';
      return { ...common, client_id: family.clientId, scope, username: user.username };
    }
    const { email, emailVerified, username, attributes } = user;
    return {
      ...attributes,
      ...common,
      aud: family.clientId,
      'cognito:username': username,
      email_verified: emailVerified,
      email,
    };
  }

  function renew(user: User, family: TokenFamily): AuthenticationResult {
    return {
      AccessToken: keys.sign('access', claims('access', user, family)),
      IdToken: keys.sign('id', claims('id', user, family)),
      TokenType: 'Bearer',
      ExpiresIn: lifetimeSeconds,
    };
  }

  function familyOf(refreshToken: string): TokenFamily | undefined {
    const id = byRefreshToken.get(digest(refreshToken));
    return id === undefined ? undefined : families.get(id);
  }

  return {
    claims,
    renew,
    begin(user, clientId) {
      const authTime = seconds();
      const family: TokenFamily = {
        id: randomUUID(),
        sub: user.sub,
        clientId,
        eventId: randomUUID(),
        authTime,
        expiresAt: authTime + refreshLifetime,
        revoked: false,
      };
      const refreshToken = randomBytes(96).toString('base64url');
      families.put(family.id, family);
      byRefreshToken.put(digest(refreshToken), family.id);
      return { ...renew(user, family), RefreshToken: refreshToken };
    },
    familyOf,
    /** @throws {IdentityError} `NotAuthorizedException` for a token that is unknown, another client's, revoked or old */
    usableFamily(refreshToken, clientId) {
      const family = familyOf(refreshToken);
      const invalid = (why: string) => refusal('NotAuthorizedException', why);
      if (family?.clientId !== clientId) throw invalid('Invalid Refresh Token');
      if (family.revoked) throw invalid('Refresh Token has been revoked');
      if (family.expiresAt <= seconds()) throw invalid('Refresh Token has expired');
      return family;
    },
    revoke: (family) => families.put(family.id, { ...family, revoked: true }),
    revokeAll(sub) {
      for (const family of families.values()) {
        if (family.sub === sub) families.put(family.id, { ...family, revoked: true });
      }
    },
    /** @throws {IdentityError} `NotAuthorizedException` for anything but a current access token of this pool */
    checkAccess(accessToken) {
      const payload = keys.verified(accessToken);
      const invalid = (why: string) => refusal('NotAuthorizedException', why);
      if (payload?.['token_use'] !== 'access' || payload['iss'] !== issuer) {
        throw invalid('Invalid Access Token');
      }
      if (Number(payload['exp']) <= seconds()) throw invalid('Access Token has expired');
      const family = families.get(String(payload['origin_jti']));
      if (family?.revoked !== false) throw invalid('Access Token has been revoked');
      return { sub: family.sub };
    },
  };
}
