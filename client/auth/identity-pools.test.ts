import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FirstFactor, SecondFactorRule } from '#sandbox/identity/pool.ts';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';
import type { SecondFactor } from '#sandbox/identity/users.ts';
import { type PasskeyDevice, passkeyDevice } from '#tests/support/passkey-device.ts';
import { createIdentity } from './cognito.ts';
import { callService, type Pool } from './cognito-call.ts';
import { nextStep } from './cognito-challenges.ts';
import type { Identity, SignInResult } from './identity.ts';
import { IdentityProblem, noMailedCodesCode } from './identity-problem.ts';

/** What a pool may be set to: what the form asks for next is what the account needs in it. */
const ada = { username: 'ada', email: 'ada@example.com', password: 'Long-Enough-1' };

const rules: SecondFactorRule[] = ['OFF', 'OPTIONAL', 'ON'];
const knownFactors: SecondFactor[][] = [
  ['SOFTWARE_TOKEN_MFA'],
  ['EMAIL_OTP'],
  ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'],
];
const firstFactors: FirstFactor[][] = [
  ['PASSWORD'],
  ['PASSWORD', 'WEB_AUTHN'],
  ['PASSWORD', 'EMAIL_OTP'],
  ['PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP'],
];
const pools = rules.flatMap((rule) => knownFactors.map((known) => ({ rule, known })));

let service: StartedIdentity;
let identity: Identity;
let pool: Pool;
beforeEach(async () => {
  service = await startIdentityForTests();
  pool = { userPoolId: service.userPoolId, clientId: service.clientId, endpoint: service.url };
  identity = createIdentity(pool);
  service.standIn.seedUser({ ...ada, emailVerified: true, confirmed: true });
});
afterEach(() => service.close());

/** Which form is shown after a sign-in that has begun. */
async function formAfter(begun: Promise<SignInResult>): Promise<string> {
  try {
    const result = await begun;
    if (result.kind !== 'second-factor') return result.kind;
    return result.secret === null ? 'code of the app' : 'set an app up';
  } catch (error) {
    if (error instanceof IdentityProblem && error.code === noMailedCodesCode) return 'password only';
    throw error;
  }
}

/** Begins with the password itself: what follows is the same as after SRP, which takes its time. */
async function withPassword(): Promise<SignInResult> {
  const answer = await callService(pool, 'InitiateAuth', {
    ...{ AuthFlow: 'USER_PASSWORD_AUTH', ClientId: pool.clientId },
    AuthParameters: { USERNAME: ada.username, PASSWORD: ada.password },
  });
  return nextStep(pool, ada.username, answer);
}

/** What the service asks of somebody who would like to show a passkey. */
async function firstChallenge(): Promise<unknown> {
  const begun = await callService(pool, 'InitiateAuth', {
    ...{ AuthFlow: 'USER_AUTH', ClientId: pool.clientId },
    AuthParameters: { USERNAME: ada.username, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
  });
  return begun['ChallengeName'];
}

/** Ada's second factors, set up while the pool lets her. */
async function withFactors(factors: readonly SecondFactor[]): Promise<void> {
  service.standIn.setSecondFactor('OPTIONAL', ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
  const result = await withPassword();
  if (result.kind !== 'tokens') throw new Error(`It was ${result.kind}`);
  const AccessToken = result.tokens.accessToken;
  if (factors.includes('SOFTWARE_TOKEN_MFA')) {
    const secret = await identity.newAuthenticator(AccessToken);
    await identity.confirmAuthenticator(AccessToken, service.authenticatorCode(secret));
  }
  if (factors.includes('EMAIL_OTP')) {
    await callService(pool, 'SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
  }
}

/** What the password leads to, as the service's documentation has it. */
function afterPassword(rule: SecondFactorRule, known: SecondFactor[], own: readonly SecondFactor[]): string {
  if (rule === 'OFF') return 'tokens';
  const asked = known.filter((factor) => own.includes(factor));
  if (asked.includes('SOFTWARE_TOKEN_MFA')) return 'code of the app';
  if (asked.includes('EMAIL_OTP')) return 'mailed-code';
  if (rule === 'OPTIONAL') return 'tokens';
  return known.includes('EMAIL_OTP') ? 'mailed-code' : 'set an app up';
}

describe.each([[[]], [['SOFTWARE_TOKEN_MFA']], [['EMAIL_OTP']]] as SecondFactor[][][])(
  'somebody whose second factors are %j',
  (own) => {
    test.each(pools)(
      'MFA $rule with $known: the right form, whatever first factors there are',
      async (settings) => {
        const { rule, known } = settings;
        if (own.length > 0) await withFactors(own);
        service.standIn.setSecondFactor(rule, known);
        const password = afterPassword(rule, known, own);
        expect(await formAfter(withPassword())).toBe(password);

        for (const allowed of firstFactors) {
          service.standIn.setFirstFactors(allowed);
          // To the service a mailed code is one factor: whoever needs two begins with the password.
          const alone = allowed.includes('EMAIL_OTP') && password === 'tokens';
          const form = await formAfter(identity.signInByMail(ada.username));
          expect({ allowed, form }).toEqual({ allowed, form: alone ? 'mailed-code' : 'password only' });
          // Without a passkey the account is asked for none, whatever the pool takes.
          expect(await firstChallenge()).toBe('SELECT_CHALLENGE');
        }
      },
    );
  },
);

test('somebody with a passkey begins with it where the pool takes them and asks for nothing more', async () => {
  const result = await withPassword();
  if (result.kind !== 'tokens') throw new Error(`It was ${result.kind}`);
  const AccessToken = result.tokens.accessToken;
  const { CredentialCreationOptions } = await callService(pool, 'StartWebAuthnRegistration', { AccessToken });
  const asked = CredentialCreationOptions as Parameters<PasskeyDevice['create']>[0];
  const Credential = passkeyDevice('http://localhost:3000').create(asked);
  await callService(pool, 'CompleteWebAuthnRegistration', { AccessToken, Credential });

  for (const { rule, known } of pools) {
    service.standIn.setSecondFactor(rule, known);
    for (const allowed of firstFactors) {
      service.standIn.setFirstFactors(allowed);
      const takes = allowed.includes('WEB_AUTHN') && rule !== 'ON';
      expect(await firstChallenge()).toBe(takes ? 'WEB_AUTHN' : 'SELECT_CHALLENGE');
    }
  }
});
