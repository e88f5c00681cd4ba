import type { Pool } from '../pool.ts';
import { changePassword, deleteUser, getUser, globalSignOut, revokeToken } from './account.ts';
import { getUserAttributeVerificationCode, updateUserAttributes, verifyUserAttribute } from './attributes.ts';
import { confirmForgotPassword, forgotPassword } from './forgotten-password.ts';
import {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  startWebAuthnRegistration,
} from './passkeys.ts';
import { associateSoftwareToken, setUserMfaPreference, verifySoftwareToken } from './second-factor.ts';
import { getTokensFromRefreshToken, initiateAuth, respondToAuthChallenge } from './sign-in.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts';

/**
 * One call of the service: its JSON in, its JSON out. `undefined` is an empty body, which is what the service sends
 * where its model has no output.
 */
type Operation = (pool: Pool, body: unknown) => object | undefined | Promise<object>;

/** Every call the stand-in answers, by its name on the wire. */
export const operations: Readonly<Record<string, Operation>> = {
  AssociateSoftwareToken: associateSoftwareToken,
  ChangePassword: changePassword,
  CompleteWebAuthnRegistration: completeWebAuthnRegistration,
  ConfirmForgotPassword: confirmForgotPassword,
  ConfirmSignUp: confirmSignUp,
  DeleteUser: deleteUser,
  DeleteWebAuthnCredential: deleteWebAuthnCredential,
  ForgotPassword: forgotPassword,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  GetUser: getUser,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  GlobalSignOut: globalSignOut,
  InitiateAuth: initiateAuth,
  ListWebAuthnCredentials: listWebAuthnCredentials,
  ResendConfirmationCode: resendConfirmationCode,
  RespondToAuthChallenge: respondToAuthChallenge,
  RevokeToken: revokeToken,
  SetUserMFAPreference: setUserMfaPreference,
  SignUp: signUp,
  StartWebAuthnRegistration: startWebAuthnRegistration,
  UpdateUserAttributes: updateUserAttributes,
  VerifySoftwareToken: verifySoftwareToken,
  VerifyUserAttribute: verifyUserAttribute,
};
