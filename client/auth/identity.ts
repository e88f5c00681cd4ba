/** The interface of the identity service; implemented by `cognito.ts`. */

export interface IdentityTokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
}

/**
 * The service takes an answer once. Calling `complete` again after it was taken gives the same result, for whoever could
 * not go on with it; for a password only when it is the same one.
 */
export type SignInResult =
  | { kind: 'tokens'; tokens: IdentityTokens }
  /** An operator made this account: its first sign-in must choose a password. */
  | { kind: 'new-password-required'; complete: (newPassword: string) => Promise<SignInResult> }
  /**
   * The code of an authenticator app is needed as well. `secret` is set when the pool requires an app and the account has
   * none yet: it goes into the app, whose first code completes the sign-in.
   */
  | {
      kind: 'second-factor';
      secret: string | null;
      complete: (code: string) => Promise<IdentityTokens>;
    }
  /** A code was mailed, instead of the password or after it. */
  | { kind: 'mailed-code'; destination: string | null; complete: (code: string) => Promise<IdentityTokens> };

/** Where a code was sent, masked by the service, for example `a***@e***`; `null` when it did not say. */
export interface CodeDelivery {
  destination: string | null;
}

/** What a new account is made with. */
export interface SignUpEntry {
  username: string;
  email: string;
  password: string;
}

/**
 * The calls of the identity service; it identifies the signed-in person by the access token. All reject with an
 * `IdentityProblem`.
 */
export interface Identity {
  /** Secure Remote Password: the password itself never leaves the page. */
  signIn(username: string, password: string): Promise<SignInResult>;
  /** Mails a code to sign in with instead of the password. `noMailedCodesCode` when the account cannot. */
  signInByMail(username: string): Promise<SignInResult>;
  signUp(form: SignUpEntry): Promise<CodeDelivery & { confirmed: boolean }>;
  confirmSignUp(username: string, code: string): Promise<void>;
  resendCode(username: string): Promise<CodeDelivery>;
  forgotPassword(username: string): Promise<CodeDelivery>;
  confirmForgotPassword(username: string, code: string, newPassword: string): Promise<void>;
  /** Changes the password of the signed-in person; the old one is the proof. */
  changePassword(accessToken: string, oldPassword: string, newPassword: string): Promise<void>;
  /** Mails a code to the unverified address of the signed-in person. */
  sendEmailCode(accessToken: string): Promise<CodeDelivery>;
  /** The address counts as verified in tokens from then on. */
  verifyEmail(accessToken: string, code: string): Promise<void>;
  /** Whether this person's sign-ins ask for the code of an authenticator app. */
  hasAuthenticator(accessToken: string): Promise<boolean>;
  /** Starts setting one up. @returns the secret for the app, in base32 */
  newAuthenticator(accessToken: string): Promise<string>;
  /** From now on sign-ins ask for a code. @param code the app's first */
  confirmAuthenticator(accessToken: string, code: string): Promise<void>;
  removeAuthenticator(accessToken: string): Promise<void>;
}
