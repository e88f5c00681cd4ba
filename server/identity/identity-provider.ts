/** The identity service, as the use cases see it. */

/** Who is asking, as a verified id token or a browser session says. */
export interface Account {
  /** The identity service's `sub`: stays when user name and e-mail change. */
  id: string;
  username: string;
  email: string;
  /** Purchases and grants are matched by e-mail only when this is true. */
  emailVerified: boolean;
  /** The user pool's groups in the id token. Sessions store none, because membership may end while a session lives. */
  groups?: readonly string[];
  /** When this person last signed in (`auth_time` of the id token); renewed tokens keep it. */
  signedInAt?: Date;
}

/** The address by which purchases and grants are an account's: only a verified one. */
export const verifiedEmailOf = ({ email, emailVerified }: Account): string | null =>
  emailVerified ? email : null;

export interface IdentityTokens {
  idToken: string;
  accessToken: string;
  /** A new refresh token when the user pool rotates them; the one that was used otherwise. */
  refreshToken: string;
  expiresAt: Date;
}

/** @throws {IdentityProviderUnavailable} from every method when the service cannot be reached or fails */
export interface IdentityProvider {
  /** The account of an id token, or `null` when the token is not to be trusted. */
  verifyIdToken(token: string): Promise<Account | null>;
  /** The account of an id token that is in the cache of verified tokens and still valid; synchronous. */
  rememberedAccount(token: string): Account | undefined;
  /** The account id of an access token, or `null` when the token is not to be trusted. */
  accountIdOfAccessToken(token: string): Promise<string | null>;
  /**
   * Fresh tokens, or `null` when the refresh token was revoked, has expired or is not ours; `gone` when the user it was made
   * for was deleted.
   */
  refresh(refreshToken: string): Promise<IdentityTokens | 'gone' | null>;
  /** Revokes a refresh token and every token made from it. Revoking twice is fine. */
  revoke(refreshToken: string): Promise<void>;
  /** Revokes every refresh token of a user, the app's too. `refused`: the access token does not allow it. */
  signOutEverywhere(accessToken: string): Promise<'done' | 'refused'>;
  /** Whether this person's sign-ins need a second factor (MFA). `false` also for an access token that is not valid. */
  hasSecondFactor(accessToken: string): Promise<boolean>;
  /** `gone`: deleted now or before. `refused`: the access token does not allow it. */
  deleteUser(accessToken: string): Promise<'gone' | 'refused'>;
}

/** The identity service did not answer or failed, or its keys could not be fetched. Nobody is signed out because of it. */
export class IdentityProviderUnavailable extends Error {
  override name = 'IdentityProviderUnavailable';
}
