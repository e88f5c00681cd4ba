import {
  CodeDeliveryFailureException,
  CodeMismatchException,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  ExpiredCodeException,
  GetUserCommand,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  InvalidParameterException,
  ListWebAuthnCredentialsCommand,
  NotAuthorizedException,
  ResourceNotFoundException,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandInput,
  SetUserMFAPreferenceCommand,
  StartWebAuthnRegistrationCommand,
  TooManyRequestsException,
  UserNotConfirmedException,
  UserNotFoundException,
  WebAuthnChallengeNotFoundException,
  WebAuthnNotEnabledException,
  WebAuthnOriginNotAllowedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ben, type IdentitySdk, openIdentitySdk, wrongFor } from '#tests/support/identity-sdk.ts';
import { type PasskeyDevice, passkeyDevice } from '#tests/support/passkey-device.ts';

let sdk: IdentitySdk;
beforeEach(async () => {
  sdk = await openIdentitySdk();
  sdk.seedBen();
});
afterEach(() => sdk.close());

const choose = (preferred?: string, USERNAME = ben.username) =>
  sdk.client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_AUTH',
      ClientId: sdk.identity.clientId,
      AuthParameters: { USERNAME, ...(preferred && { PREFERRED_CHALLENGE: preferred }) },
    }),
  );
type Answered = Pick<InitiateAuthCommandOutput, 'Session'>;
const respond = (
  { Session }: Answered,
  ChallengeName: RespondToAuthChallengeCommandInput['ChallengeName'],
  answers: Record<string, string>,
) =>
  sdk.client.send(
    new RespondToAuthChallengeCommand({
      ...{ ClientId: sdk.identity.clientId, ChallengeName, Session },
      ChallengeResponses: { USERNAME: ben.username, ...answers },
    }),
  );
const mailed = (to: Answered, code: string) => respond(to, 'EMAIL_OTP', { EMAIL_OTP_CODE: code });
const signedIn = { AuthenticationResult: { TokenType: 'Bearer', RefreshToken: expect.any(String) } };

async function accessToken(): Promise<string> {
  const { AuthenticationResult } = await sdk.signIn();
  return AuthenticationResult?.AccessToken ?? '';
}

describe('@aws-sdk/client-cognito-identity-provider, unchanged: a mailed code in place of the password', () => {
  it('is asked for by name, says masked where it went, and signs in once', async () => {
    const asked = await choose('EMAIL_OTP');
    expect(asked).toMatchObject({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: {
        CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
        CODE_DELIVERY_DESTINATION: 'b***@e***',
      },
    });
    const code = sdk.identity.codeFor(ben.email);
    expect(code).toMatch(/^\d{8}$/);
    expect(await mailed(asked, code)).toMatchObject(signedIn);
    await expect(mailed(asked, code)).rejects.toThrow('session can only be used once');
  });

  it('is chosen among what the account has', async () => {
    const asked = await choose();
    expect(asked).toMatchObject({
      ChallengeName: 'SELECT_CHALLENGE',
      AvailableChallenges: ['PASSWORD_SRP', 'PASSWORD', 'EMAIL_OTP'],
    });
    await expect(respond(asked, 'SELECT_CHALLENGE', { ANSWER: 'WEB_AUTHN' })).rejects.toThrow(
      InvalidParameterException,
    );
    const sent = await respond(await choose(), 'SELECT_CHALLENGE', { ANSWER: 'EMAIL_OTP' });
    expect(await mailed(sent, sdk.identity.codeFor(ben.email))).toMatchObject(signedIn);
    const password = { ANSWER: 'PASSWORD', PASSWORD: ben.password };
    expect(await respond(await choose(), 'SELECT_CHALLENGE', password)).toMatchObject(signedIn);
  });

  it('may be put right while the sign-in lasts; an old one, a late one and too many are refused', async () => {
    const asked = await choose('EMAIL_OTP');
    const code = sdk.identity.codeFor(ben.email);
    await expect(mailed(asked, wrongFor(code))).rejects.toThrow(CodeMismatchException);
    expect(await mailed(asked, code)).toMatchObject(signedIn);

    const first = await choose('EMAIL_OTP');
    const old = sdk.identity.codeFor(ben.email);
    const second = await choose('EMAIL_OTP');
    await expect(mailed(second, old)).rejects.toThrow(CodeMismatchException);
    sdk.identity.standIn.expireCodes();
    await expect(mailed(first, old)).rejects.toThrow(ExpiredCodeException);

    const late = await choose('EMAIL_OTP');
    sdk.identity.advance(181);
    await expect(mailed(late, sdk.identity.codeFor(ben.email))).rejects.toThrow(
      'Invalid session for the user, session is expired.',
    );
    const guessed = await choose('EMAIL_OTP');
    const right = sdk.identity.codeFor(ben.email);
    const guess = () => mailed(guessed, wrongFor(right)).catch((error: unknown) => error);
    let last: unknown;
    for (let guesses = 0; guesses < 12; guesses += 1) last = await guess();
    expect(last).toBeInstanceOf(TooManyRequestsException);
    await expect(mailed(guessed, right)).rejects.toThrow(TooManyRequestsException);
  });

  it('goes out ten times an hour, and not at all while there is no mail', async () => {
    sdk.identity.standIn.setMailDelivery(false);
    await expect(choose('EMAIL_OTP')).rejects.toThrow(CodeDeliveryFailureException);
    sdk.identity.standIn.setMailDelivery(true);
    for (let sent = 1; sent < 10; sent += 1) await choose('EMAIL_OTP');
    await expect(choose('EMAIL_OTP')).rejects.toThrow(TooManyRequestsException);
  });

  it('is not for an account without a verified address, one with a second factor, or a pool that has it off', async () => {
    const ways = async () => (await choose('EMAIL_OTP')).AvailableChallenges;
    const { standIn } = sdk.identity;
    standIn.setSecondFactor('ON');
    expect(await ways()).toEqual(['PASSWORD_SRP', 'PASSWORD']);
    standIn.setSecondFactor('OPTIONAL');
    standIn.setFirstFactors(['PASSWORD', 'WEB_AUTHN']);
    expect(await ways()).toEqual(['PASSWORD_SRP', 'PASSWORD']);
    standIn.setFirstFactors(['EMAIL_OTP']);
    standIn.unverifyEmail('ben');
    expect(await ways()).toEqual([]);
    await expect(choose('EMAIL_OTP', 'nobody')).rejects.toThrow(UserNotFoundException);
    await sdk.signUp({ ...ben, username: 'new', email: 'new@example.com' });
    await expect(choose('EMAIL_OTP', 'new')).rejects.toThrow(UserNotConfirmedException);
  });

  it('is told of like any other where the pool hides who has an account, and no mail goes out', async () => {
    await sdk.close();
    sdk = await openIdentitySdk({ preventUserExistenceErrors: true });
    const asked = await choose('EMAIL_OTP', 'nobody');
    expect(asked).toMatchObject({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: { CODE_DELIVERY_DESTINATION: 'n***@n***' },
    });
    expect(sdk.identity.inbox.list('nobody')).toEqual([]);
    await expect(mailed(asked, '12345678')).rejects.toThrow(CodeMismatchException);
  });
});

describe('a mailed code after the password', () => {
  const prefer = async (settings: object) =>
    sdk.client.send(new SetUserMFAPreferenceCommand({ AccessToken: await accessToken(), ...settings }));

  it('is asked of whoever has it on, and said of the account', async () => {
    sdk.identity.standIn.setSecondFactor('OPTIONAL', ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
    const AccessToken = await accessToken();
    await prefer({ EmailMfaSettings: { Enabled: true, PreferredMfa: true } });
    expect(await sdk.client.send(new GetUserCommand({ AccessToken }))).toMatchObject({
      PreferredMfaSetting: 'EMAIL_OTP',
      UserMFASettingList: ['EMAIL_OTP'],
    });
    const asked = await sdk.signIn();
    expect(asked.ChallengeName).toBe('EMAIL_OTP');
    expect(asked.AuthenticationResult).toBeUndefined();
    const code = sdk.identity.codeFor(ben.email);
    expect(code).toMatch(/^\d{6}$/);
    expect(await mailed(asked, code)).toMatchObject(signedIn);
  });

  it('is asked of everybody where the pool demands a second factor and knows no other', async () => {
    sdk.identity.standIn.setSecondFactor('ON', ['EMAIL_OTP']);
    const asked = await sdk.signIn();
    expect(await mailed(asked, sdk.identity.codeFor(ben.email))).toMatchObject(signedIn);
  });

  it('needs a verified address to be switched on', async () => {
    const AccessToken = await accessToken();
    sdk.identity.standIn.unverifyEmail('ben');
    const on = new SetUserMFAPreferenceCommand({ AccessToken, EmailMfaSettings: { Enabled: true } });
    await expect(sdk.client.send(on)).rejects.toThrow(InvalidParameterException);
  });
});

describe('a passkey', () => {
  let device: PasskeyDevice;
  beforeEach(() => {
    device = passkeyDevice('http://localhost:3000');
  });

  async function addTo(AccessToken: string, on = device): Promise<void> {
    const { CredentialCreationOptions } = await sdk.client.send(
      new StartWebAuthnRegistrationCommand({ AccessToken }),
    );
    const options = CredentialCreationOptions as unknown as Parameters<PasskeyDevice['create']>[0];
    const Credential = on.create(options) as never;
    await sdk.client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }));
  }
  const optionsOf = ({ ChallengeParameters }: Pick<InitiateAuthCommandOutput, 'ChallengeParameters'>) =>
    JSON.parse(ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'] ?? '') as Parameters<
      PasskeyDevice['get']
    >[0];
  const show = (to: Answered, credential: object) =>
    respond(to, 'WEB_AUTHN', { CREDENTIAL: JSON.stringify(credential) });

  it('is added, listed, signs in, and is removed', async () => {
    const AccessToken = await accessToken();
    await addTo(AccessToken);
    const { Credentials = [] } = await sdk.client.send(new ListWebAuthnCredentialsCommand({ AccessToken }));
    expect(Credentials).toMatchObject([{ RelyingPartyId: 'localhost', CreatedAt: expect.any(Date) }]);
    const asked = await choose('WEB_AUTHN');
    expect(asked.ChallengeName).toBe('WEB_AUTHN');
    expect(await show(asked, device.get(optionsOf(asked)))).toMatchObject(signedIn);
    const chosen = await respond(await choose(), 'SELECT_CHALLENGE', { ANSWER: 'WEB_AUTHN' });
    expect(await show(chosen, device.get(optionsOf(chosen)))).toMatchObject(signedIn);

    const remove = () =>
      sdk.client.send(
        new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: Credentials[0]?.CredentialId }),
      );
    await remove();
    await expect(remove()).rejects.toThrow(ResourceNotFoundException);
    expect((await choose('WEB_AUTHN')).ChallengeName).toBe('SELECT_CHALLENGE');
  });

  it('signs nobody in with a signature that was tampered with, an answer to another question, or another key', async () => {
    const AccessToken = await accessToken();
    await addTo(AccessToken);
    const asked = await choose('WEB_AUTHN');
    const credential = device.get(optionsOf(asked));
    const response = credential['response'] as Record<string, string>;
    const bytes = Buffer.from(response['authenticatorData'] ?? '', 'base64url');
    bytes[36] = (bytes[36] ?? 0) ^ 1;
    const tampered = {
      ...credential,
      response: { ...response, authenticatorData: bytes.toString('base64url') },
    };
    await expect(show(asked, tampered)).rejects.toThrow(NotAuthorizedException);
    // The question is spent with the first answer, whatever that was.
    await expect(show(asked, credential)).rejects.toThrow('session can only be used once');

    await expect(show(await choose('WEB_AUTHN'), credential)).rejects.toThrow(NotAuthorizedException);
    const stranger = passkeyDevice('http://localhost:3000');
    stranger.create({ challenge: 'x', rp: { id: 'localhost' } });
    const again = await choose('WEB_AUTHN');
    const forged = { ...stranger.get(optionsOf(again)), id: credential['id'], rawId: credential['id'] };
    await expect(show(again, forged)).rejects.toThrow(NotAuthorizedException);
  });

  it('is added once for each question, only on the site itself, and only where the pool takes passkeys', async () => {
    const AccessToken = await accessToken();
    const Credential = device.create({ challenge: 'made-up', rp: { id: 'localhost' } }) as never;
    await expect(
      sdk.client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential })),
    ).rejects.toThrow(WebAuthnChallengeNotFoundException);
    sdk.identity.standIn.setFirstFactors(['PASSWORD']);
    await expect(addTo(AccessToken)).rejects.toThrow(WebAuthnNotEnabledException);
    sdk.identity.standIn.setFirstFactors(['PASSWORD', 'WEB_AUTHN']);
    await expect(addTo(AccessToken, passkeyDevice('https://shop.example.evil'))).rejects.toThrow(
      WebAuthnOriginNotAllowedException,
    );
  });
});
