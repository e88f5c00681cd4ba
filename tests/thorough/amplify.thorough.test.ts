import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  deleteUser,
  deleteWebAuthnCredential,
  fetchAuthSession,
  fetchMFAPreference,
  fetchUserAttributes,
  getCurrentUser,
  listWebAuthnCredentials,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  verifyTOTPSetup,
} from '@aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger } from '@aws-amplify/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedIdentity, startIdentityForTests } from '../../sandbox/identity/start-for-tests.ts';
import { askIdentity, callIdentity } from '../support/identity-calls.ts';
import { type PasskeyDevice, passkeyDevice } from '../support/passkey-device.ts';

let identity: StartedIdentity;
let kept: Map<string, string>;

// The library warns on every start that the endpoint is not its own.
ConsoleLogger.LOG_LEVEL = 'ERROR';

beforeEach(async () => {
  identity = await startIdentityForTests();
  const auth = {
    Cognito: {
      userPoolId: identity.userPoolId,
      userPoolClientId: identity.clientId,
      userPoolEndpoint: identity.url,
    },
  };
  Amplify.configure({ Auth: auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
  cognitoUserPoolsTokenProvider.setAuthConfig(auth);
  kept = new Map();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
});
afterEach(async () => {
  await signOut();
  await identity.close();
});

const cleo = { username: 'cleo', email: 'cleo@example.com', password: 'Adventure-2025' };
const seedCleo = () => identity.standIn.seedUser({ ...cleo, emailVerified: true, confirmed: true });

describe('@aws-amplify/auth, unchanged, against the identity stand-in', () => {
  it('signs up with automatic sign-in: after the code the person is signed in', async () => {
    const created = await signUp({
      username: cleo.username,
      password: cleo.password,
      options: { userAttributes: { email: cleo.email }, autoSignIn: true },
    });
    expect(created.nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'c***@e***' },
    });
    await resendSignUpCode({ username: cleo.username });
    const confirmed = await confirmSignUp({
      username: cleo.username,
      confirmationCode: identity.codeFor(cleo.email),
    });
    expect(confirmed.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
    expect(await autoSignIn()).toMatchObject({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
    expect(await getCurrentUser()).toMatchObject({ username: 'cleo', userId: created.userId });
    expect(await fetchUserAttributes()).toMatchObject({ email: cleo.email, email_verified: 'true' });
  });

  it('signs in by SRP, refreshes, and signs out so that the refresh token is dead', async () => {
    seedCleo();
    expect(await signIn({ username: cleo.email, password: cleo.password })).toMatchObject({
      isSignedIn: true,
    });
    const before = await fetchAuthSession();
    const after = await fetchAuthSession({ forceRefresh: true });
    expect(after.tokens?.idToken?.payload['jti']).not.toBe(before.tokens?.idToken?.payload['jti']);
    expect(after.tokens?.idToken?.payload).toMatchObject({ email: cleo.email, 'cognito:username': 'cleo' });
    const refreshToken = [...kept].find(([key]) => key.endsWith('.refreshToken'))?.[1];
    await signOut();
    expect((await fetchAuthSession()).tokens).toBeUndefined();
    const response = await callIdentity(identity.url, 'GetTokensFromRefreshToken', {
      ClientId: identity.clientId,
      RefreshToken: refreshToken,
    });
    expect(await response.json()).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    });
  });

  it('resets a forgotten password', async () => {
    seedCleo();
    expect((await resetPassword({ username: 'cleo' })).nextStep.resetPasswordStep).toBe(
      'CONFIRM_RESET_PASSWORD_WITH_CODE',
    );
    await confirmResetPassword({
      username: 'cleo',
      confirmationCode: identity.codeFor(cleo.email),
      newPassword: 'Another-2026',
    });
    await expect(signIn({ username: 'cleo', password: cleo.password })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    expect((await signIn({ username: 'cleo', password: 'Another-2026' })).isSignedIn).toBe(true);
  });

  it('is sent on to the confirmation, the reset and the new password where the account needs them', async () => {
    identity.standIn.seedUser({ ...cleo, emailVerified: false, confirmed: false });
    const step = async (username: string, password: string) =>
      (await signIn({ username, password })).nextStep.signInStep;
    expect(await step('cleo', cleo.password)).toBe('CONFIRM_SIGN_UP');
    identity.standIn.requirePasswordReset('cleo');
    expect(await step('cleo', cleo.password)).toBe('RESET_PASSWORD');
    identity.standIn.inviteUser({
      username: 'dora',
      email: 'dora@example.com',
      temporaryPassword: 'Temporary-1',
    });
    expect(await step('dora', 'Temporary-1')).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    expect((await confirmSignIn({ challengeResponse: 'My-Own-2026' })).isSignedIn).toBe(true);
  });

  it('sets an authenticator app up and is asked for its code from then on', async () => {
    seedCleo();
    await signIn({ username: 'cleo', password: cleo.password });
    const { sharedSecret } = await setUpTOTP();
    await verifyTOTPSetup({ code: identity.authenticatorCode(sharedSecret) });
    expect(await fetchMFAPreference()).toEqual({});
    await updateMFAPreference({ totp: 'PREFERRED' });
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
    await signOut();
    const { nextStep } = await signIn({ username: 'cleo', password: cleo.password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    const code = identity.authenticatorCode(sharedSecret);
    const wrong = code === '000000' ? '000001' : '000000';
    await expect(confirmSignIn({ challengeResponse: wrong })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  });

  it('sets one up at the first sign-in where the pool demands it', async () => {
    seedCleo();
    identity.standIn.setSecondFactor('ON');
    const { nextStep } = await signIn({ username: 'cleo', password: cleo.password });
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep);
    const code = identity.authenticatorCode(nextStep.totpSetupDetails.sharedSecret);
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  });

  it('signs in with a mailed code in place of the password, by preference and by choice', async () => {
    seedCleo();
    const mailed = await signIn({
      username: cleo.email,
      options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' },
    });
    expect(mailed.nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { destination: 'c***@e***' },
    });
    await expect(confirmSignIn({ challengeResponse: '000' })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    const code = identity.codeFor(cleo.email);
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
    await signOut();

    const asked = await signIn({ username: 'cleo', options: { authFlowType: 'USER_AUTH' } });
    expect(asked.nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
      availableChallenges: ['PASSWORD_SRP', 'PASSWORD', 'EMAIL_OTP'],
    });
    await confirmSignIn({ challengeResponse: 'EMAIL_OTP' });
    const next = identity.codeFor(cleo.email);
    expect((await confirmSignIn({ challengeResponse: next })).isSignedIn).toBe(true);
  });

  it('signs in by SRP in the flow of choices, and with a mailed code after it', async () => {
    seedCleo();
    const byPassword = () =>
      signIn({
        ...{ username: 'cleo', password: cleo.password },
        options: { authFlowType: 'USER_AUTH', preferredChallenge: 'PASSWORD_SRP' },
      });
    expect((await byPassword()).isSignedIn).toBe(true);
    identity.standIn.setSecondFactor('OPTIONAL', ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
    await updateMFAPreference({ email: 'PREFERRED' });
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'], preferred: 'EMAIL' });
    await signOut();
    expect((await byPassword()).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    const code = identity.codeFor(cleo.email);
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  });

  it('chooses among an app and mailed codes where neither is preferred', async () => {
    seedCleo();
    identity.standIn.setSecondFactor('OPTIONAL', ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
    await signIn({ username: 'cleo', password: cleo.password });
    const { sharedSecret } = await setUpTOTP();
    await verifyTOTPSetup({ code: identity.authenticatorCode(sharedSecret) });
    await updateMFAPreference({ totp: 'ENABLED', email: 'ENABLED' });
    await signOut();
    const { nextStep } = await signIn({ username: 'cleo', password: cleo.password });
    expect(nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
      allowedMFATypes: ['TOTP', 'EMAIL'],
    });
    await confirmSignIn({ challengeResponse: 'EMAIL' });
    const code = identity.codeFor(cleo.email);
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  });

  it('lists and removes passkeys', async () => {
    seedCleo();
    await signIn({ username: 'cleo', password: cleo.password });
    const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
    const call = (operation: string, body: object) => askIdentity(identity.url, operation, body);
    // Adding one needs a browser: the library asks it for the passkey itself.
    const { CredentialCreationOptions } = (await call('StartWebAuthnRegistration', { AccessToken })) as {
      CredentialCreationOptions: Parameters<PasskeyDevice['create']>[0];
    };
    const Credential = passkeyDevice('http://localhost:3000').create(CredentialCreationOptions);
    await call('CompleteWebAuthnRegistration', { AccessToken, Credential });
    const { credentials } = await listWebAuthnCredentials();
    expect(credentials).toMatchObject([
      {
        relyingPartyId: 'localhost',
        friendlyCredentialName: 'Passkey',
        authenticatorTransports: ['internal'],
      },
    ]);
    await deleteWebAuthnCredential({ credentialId: credentials[0]?.credentialId ?? '' });
    expect((await listWebAuthnCredentials()).credentials).toEqual([]);
  });

  it('deletes the account', async () => {
    seedCleo();
    await signIn({ username: 'cleo', password: cleo.password });
    await deleteUser();
    expect(identity.standIn.listUsers()).toEqual([]);
    await expect(signIn({ username: 'cleo', password: cleo.password })).rejects.toMatchObject({
      name: 'UserNotFoundException',
    });
  });
});
