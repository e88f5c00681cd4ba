/**
 * The Cognito client, for everything except passkeys (`passkeys.ts`). Loaded lazily by `load-identity.ts` where someone
 * signs in, so that other pages do not carry it. It keeps no token after a call.
 */
import { hasAuthenticator, preferAuthenticator } from './cognito-authenticator.ts';
import { callService, challengeParameters, type Pool, type ServiceAnswer } from './cognito-call.ts';
import { authenticatorName, nextStep } from './cognito-challenges.ts';
import { beginSrp, type SrpQuestion } from './cognito-srp.ts';
import type { CodeDelivery, Identity } from './identity.ts';
import { IdentityProblem, noMailedCodesCode } from './identity-problem.ts';

/** The identity service of this site. */
export function createIdentity(pool: Pool): Identity {
  const ClientId = pool.clientId;
  const call = (operation: string, body: object) => callService(pool, operation, body);

  return {
    async signIn(username, password) {
      const srp = await beginSrp(pool.userPoolId.split('_')[1] ?? '');
      const asked = await call('InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        ClientId,
        AuthParameters: { USERNAME: username, SRP_A: srp.A },
      });
      if (asked['ChallengeName'] !== 'PASSWORD_VERIFIER') return nextStep(pool, username, asked);
      const question = challengeParameters(asked) as unknown as SrpQuestion;
      const { signature, timestamp } = await srp.prove(question, password);
      const answer = await call('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ClientId,
        Session: asked['Session'],
        ChallengeResponses: {
          USERNAME: question.USER_ID_FOR_SRP,
          PASSWORD_CLAIM_SECRET_BLOCK: question.SECRET_BLOCK,
          PASSWORD_CLAIM_SIGNATURE: signature,
          TIMESTAMP: timestamp,
        },
      });
      return nextStep(pool, question.USER_ID_FOR_SRP, answer);
    },

    async signInByMail(username) {
      const answer = await call('InitiateAuth', {
        AuthFlow: 'USER_AUTH',
        ClientId,
        AuthParameters: { USERNAME: username, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
      });
      // The account cannot: it has no verified address, or a second factor that needs the password.
      if (answer['ChallengeName'] !== 'EMAIL_OTP') {
        throw new IdentityProblem(noMailedCodesCode, 'This account signs in without mailed codes.');
      }
      return nextStep(pool, username, answer);
    },

    async signUp({ username, email, password }) {
      const answer = await call('SignUp', {
        ClientId,
        Username: username,
        Password: password,
        UserAttributes: [{ Name: 'email', Value: email }],
      });
      return { ...deliveryOf(answer), confirmed: answer['UserConfirmed'] === true };
    },

    async confirmSignUp(username, code) {
      // `ForceAliasCreation` would take the e-mail alias away from an account that already has it.
      const ForceAliasCreation = false;
      await call('ConfirmSignUp', {
        ClientId,
        Username: username,
        ConfirmationCode: code,
        ForceAliasCreation,
      });
    },

    resendCode: async (username) =>
      deliveryOf(await call('ResendConfirmationCode', { ClientId, Username: username })),

    forgotPassword: async (username) =>
      deliveryOf(await call('ForgotPassword', { ClientId, Username: username })),

    async confirmForgotPassword(username, code, newPassword) {
      await call('ConfirmForgotPassword', {
        ClientId,
        Username: username,
        ConfirmationCode: code,
        Password: newPassword,
      });
    },

    async changePassword(AccessToken, oldPassword, newPassword) {
      await call('ChangePassword', {
        AccessToken,
        PreviousPassword: oldPassword,
        ProposedPassword: newPassword,
      });
    },

    sendEmailCode: async (AccessToken) =>
      deliveryOf(await call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })),

    async verifyEmail(AccessToken, code) {
      await call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: code });
    },

    hasAuthenticator: (accessToken) => hasAuthenticator(pool, accessToken),

    newAuthenticator: async (AccessToken) =>
      String((await call('AssociateSoftwareToken', { AccessToken }))['SecretCode']),

    async confirmAuthenticator(AccessToken, code) {
      await call('VerifySoftwareToken', {
        AccessToken,
        UserCode: code,
        FriendlyDeviceName: authenticatorName,
      });
      await preferAuthenticator(pool, AccessToken, true);
    },

    removeAuthenticator: (accessToken) => preferAuthenticator(pool, accessToken, false),
  };
}

function deliveryOf(answer: ServiceAnswer): CodeDelivery {
  const { Destination } = (answer['CodeDeliveryDetails'] ?? {}) as { Destination?: string };
  return { destination: Destination ?? null };
}
