/** What the site asks of the identity service; `cognito.ts` answers it. */

export interface IdentityTokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
}

export type SignInResult =
  | { kind: 'tokens'; tokens: IdentityTokens }
  /** An operator made this account: its first sign-in has to choose a password. */
  | { kind: 'new-password-required'; complete: (newPassword: string) => Promise<SignInResult> }
  /**
   * The code of an authenticator app is needed as well. `secret` is there when the pool demands one and the account has none
   * yet: it goes into the app, whose first code completes the sign-in.
   */
  | {
      kind: 'second-factor';
      secret: string | null;
      complete: (code: string) => Promise<IdentityTokens>;
    }
  /** A code was mailed, in place of the password or to be typed after it. */
  | { kind: 'mailed-code'; destination: string | null; complete: (code: string) => Promise<IdentityTokens> };

/** Where a code went, masked by the service, for example `a***@e***`; `null` when it did not say. */
export interface CodeDelivery {
  destination: string | null;
}

/** What the site asks of the identity service, which knows whoever is signed in by the access token. Everything rejects with an `IdentityProblem`. */
export interface Identity {
  /** Secure Remote Password: the password itself never leaves the page. */
  signIn(username: string, password: string): Promise<SignInResult>;
  /** Has a code sent to sign in with in place of the password. `noMailedCodesCode` when the account cannot. */
  signInByMail(username: string): Promise<SignInResult>;
  signUp(form: {
    username: string;
    email: string;
    password: string;
  }): Promise<CodeDelivery & { confirmed: boolean }>;
  confirmSignUp(username: string, code: string): Promise<void>;
  resendCode(username: string): Promise<CodeDelivery>;
  forgotPassword(username: string): Promise<CodeDelivery>;
  confirmForgotPassword(username: string, code: string, newPassword: string): Promise<void>;
  /** A new password for whoever is signed in; the old one is the proof. */
  changePassword(accessToken: string, oldPassword: string, newPassword: string): Promise<void>;
  /** Has a code sent to the address of whoever is signed in, which is not verified yet. */
  sendEmailCode(accessToken: string): Promise<CodeDelivery>;
  /** The address counts as verified from the next tokens on. */
  verifyEmail(accessToken: string, code: string): Promise<void>;
  /** Whether sign-ins ask this person for the code of an authenticator app. */
  hasAuthenticator(accessToken: string): Promise<boolean>;
  /** Begins to set one up. @returns the secret that goes into the app, in base32 */
  newAuthenticator(accessToken: string): Promise<string>;
  /** From now on sign-ins ask for a code. @param code the app's first */
  confirmAuthenticator(accessToken: string, code: string): Promise<void>;
  removeAuthenticator(accessToken: string): Promise<void>;
}
