import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityOptions } from '#sandbox/identity/identity-stand-in.ts';
import type { StartedIdentity } from '#sandbox/identity/start-for-tests.ts';
import type { IdentityAnswer } from './identity-calls.ts';
import { type PasskeyDevice, passkeyDevice } from './passkey-device.ts';
import { wrongCode } from './pool-person.ts';
import { ben } from './stand-in-calls.ts';

/** How these tests call the identity stand-in: through a library, or directly by its protocol. */
export interface IdentityClient {
  identity: StartedIdentity;
  /** @throws {Error} named after the service's exception */
  send(operation: string, input: object): Promise<IdentityAnswer>;
  /** Matches the client's value of a time in an answer. */
  anyMoment: unknown;
  close(): Promise<void>;
}

/** A refusal with this exception of the service. */
const refusal = (name: string) => ({ name });

/**
 * The tests of sign-in without a password, and with a mailed code after the password.
 *
 * @param open starts an identity stand-in and a client of it
 */
export function testFirstFactors(
  open: (options?: Pick<IdentityOptions, 'preventUserExistenceErrors'>) => Promise<IdentityClient>,
): void {
  let client: IdentityClient;
  beforeEach(async () => {
    client = await open();
    client.identity.standIn.seedUser({ ...ben, emailVerified: true, confirmed: true });
  });
  afterEach(() => client.close());

  const signIn = () =>
    client.send('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: client.identity.clientId,
      AuthParameters: { USERNAME: ben.username, PASSWORD: ben.password },
    });

  const choose = (preferred?: string, USERNAME = ben.username) =>
    client.send('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      ClientId: client.identity.clientId,
      AuthParameters: { USERNAME, ...(preferred && { PREFERRED_CHALLENGE: preferred }) },
    });

  const respond = ({ Session }: IdentityAnswer, ChallengeName: string, answers: Record<string, string>) =>
    client.send('RespondToAuthChallenge', {
      ...{ ClientId: client.identity.clientId, ChallengeName, Session },
      ChallengeResponses: { USERNAME: ben.username, ...answers },
    });
  const mailed = (to: IdentityAnswer, code: string) => respond(to, 'EMAIL_OTP', { EMAIL_OTP_CODE: code });
  const signedIn = { AuthenticationResult: { TokenType: 'Bearer', RefreshToken: expect.any(String) } };

  async function accessToken(): Promise<string> {
    const { AuthenticationResult } = await signIn();
    return AuthenticationResult?.AccessToken ?? '';
  }

  describe('a mailed code in place of the password', () => {
    it('is asked for by name, says masked where it went, and signs in once', async () => {
      const asked = await choose('EMAIL_OTP');
      expect(asked).toMatchObject({
        ChallengeName: 'EMAIL_OTP',
        ChallengeParameters: {
          CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
          CODE_DELIVERY_DESTINATION: 'b***@e***',
        },
      });
      const code = client.identity.codeFor(ben.email);
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
      await expect(respond(asked, 'SELECT_CHALLENGE', { ANSWER: 'WEB_AUTHN' })).rejects.toMatchObject(
        refusal('InvalidParameterException'),
      );
      const sent = await respond(await choose(), 'SELECT_CHALLENGE', { ANSWER: 'EMAIL_OTP' });
      expect(await mailed(sent, client.identity.codeFor(ben.email))).toMatchObject(signedIn);
      const password = { ANSWER: 'PASSWORD', PASSWORD: ben.password };
      expect(await respond(await choose(), 'SELECT_CHALLENGE', password)).toMatchObject(signedIn);
    });

    it('may be put right while the sign-in lasts; an old one, a late one and too many are refused', async () => {
      const asked = await choose('EMAIL_OTP');
      const code = client.identity.codeFor(ben.email);
      await expect(mailed(asked, wrongCode(code))).rejects.toMatchObject(refusal('CodeMismatchException'));
      expect(await mailed(asked, code)).toMatchObject(signedIn);

      const first = await choose('EMAIL_OTP');
      const old = client.identity.codeFor(ben.email);
      const second = await choose('EMAIL_OTP');
      await expect(mailed(second, old)).rejects.toMatchObject(refusal('CodeMismatchException'));
      client.identity.standIn.expireCodes();
      await expect(mailed(first, old)).rejects.toMatchObject(refusal('ExpiredCodeException'));

      const late = await choose('EMAIL_OTP');
      client.identity.advance(181);
      await expect(mailed(late, client.identity.codeFor(ben.email))).rejects.toThrow(
        'Invalid session for the user, session is expired.',
      );
      const guessed = await choose('EMAIL_OTP');
      const right = client.identity.codeFor(ben.email);
      const guess = () => mailed(guessed, wrongCode(right)).catch((error: unknown) => error);
      let last: unknown;
      for (let guesses = 0; guesses < 12; guesses += 1) last = await guess();
      expect(last).toMatchObject(refusal('TooManyRequestsException'));
      await expect(mailed(guessed, right)).rejects.toMatchObject(refusal('TooManyRequestsException'));
    });

    it('goes out ten times an hour, and not at all while there is no mail', async () => {
      client.identity.standIn.setMailDelivery(false);
      await expect(choose('EMAIL_OTP')).rejects.toMatchObject(refusal('CodeDeliveryFailureException'));
      client.identity.standIn.setMailDelivery(true);
      for (let sent = 1; sent < 10; sent += 1) await choose('EMAIL_OTP');
      await expect(choose('EMAIL_OTP')).rejects.toMatchObject(refusal('TooManyRequestsException'));
    });

    it('is not for an account without a verified address, one with a second factor, or a pool that has it off', async () => {
      const ways = async () => (await choose('EMAIL_OTP')).AvailableChallenges;
      const { standIn } = client.identity;
      standIn.setSecondFactor('ON');
      expect(await ways()).toEqual(['PASSWORD_SRP', 'PASSWORD']);
      standIn.setSecondFactor('OPTIONAL');
      standIn.setFirstFactors(['PASSWORD', 'WEB_AUTHN']);
      expect(await ways()).toEqual(['PASSWORD_SRP', 'PASSWORD']);
      standIn.setFirstFactors(['EMAIL_OTP']);
      standIn.unverifyEmail('ben');
      expect(await ways()).toEqual([]);
      await expect(choose('EMAIL_OTP', 'nobody')).rejects.toMatchObject(refusal('UserNotFoundException'));
      await client.send('SignUp', {
        ClientId: client.identity.clientId,
        Username: 'new',
        Password: ben.password,
        UserAttributes: [{ Name: 'email', Value: 'new@example.com' }],
      });
      await expect(choose('EMAIL_OTP', 'new')).rejects.toMatchObject(refusal('UserNotConfirmedException'));
    });

    it('is told of like any other where the pool hides who has an account, and no mail goes out', async () => {
      await client.close();
      client = await open({ preventUserExistenceErrors: true });
      const asked = await choose('EMAIL_OTP', 'nobody');
      expect(asked).toMatchObject({
        ChallengeName: 'EMAIL_OTP',
        ChallengeParameters: { CODE_DELIVERY_DESTINATION: 'n***@n***' },
      });
      expect(client.identity.inbox.list('nobody')).toEqual([]);
      await expect(mailed(asked, '12345678')).rejects.toMatchObject(refusal('CodeMismatchException'));
    });
  });

  describe('a mailed code after the password', () => {
    const prefer = async (settings: object) =>
      client.send('SetUserMFAPreference', { AccessToken: await accessToken(), ...settings });

    it('is asked of whoever has it on, and said of the account', async () => {
      client.identity.standIn.setSecondFactor('OPTIONAL', ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
      const AccessToken = await accessToken();
      await prefer({ EmailMfaSettings: { Enabled: true, PreferredMfa: true } });
      expect(await client.send('GetUser', { AccessToken })).toMatchObject({
        PreferredMfaSetting: 'EMAIL_OTP',
        UserMFASettingList: ['EMAIL_OTP'],
      });
      const asked = await signIn();
      expect(asked.ChallengeName).toBe('EMAIL_OTP');
      expect(asked.AuthenticationResult).toBeUndefined();
      const code = client.identity.codeFor(ben.email);
      expect(code).toMatch(/^\d{6}$/);
      expect(await mailed(asked, code)).toMatchObject(signedIn);
    });

    it('is asked of everybody where the pool demands a second factor and knows no other', async () => {
      client.identity.standIn.setSecondFactor('ON', ['EMAIL_OTP']);
      const asked = await signIn();
      expect(await mailed(asked, client.identity.codeFor(ben.email))).toMatchObject(signedIn);
    });

    it('needs a verified address to be switched on', async () => {
      const AccessToken = await accessToken();
      client.identity.standIn.unverifyEmail('ben');
      const on = client.send('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
      await expect(on).rejects.toMatchObject(refusal('InvalidParameterException'));
    });
  });

  describe('a passkey', () => {
    let device: PasskeyDevice;
    beforeEach(() => {
      device = passkeyDevice('http://localhost:3000');
    });

    async function addTo(AccessToken: string, on = device): Promise<void> {
      const { CredentialCreationOptions } = await client.send('StartWebAuthnRegistration', { AccessToken });
      const options = CredentialCreationOptions as unknown as Parameters<PasskeyDevice['create']>[0];
      const Credential = on.create(options);
      await client.send('CompleteWebAuthnRegistration', { AccessToken, Credential });
    }
    const optionsOf = ({ ChallengeParameters }: IdentityAnswer) =>
      JSON.parse(ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'] ?? '') as Parameters<
        PasskeyDevice['get']
      >[0];
    const show = (to: IdentityAnswer, credential: object) =>
      respond(to, 'WEB_AUTHN', { CREDENTIAL: JSON.stringify(credential) });

    it('is added, listed, signs in, and is removed', async () => {
      const AccessToken = await accessToken();
      await addTo(AccessToken);
      const { Credentials = [] } = await client.send('ListWebAuthnCredentials', { AccessToken });
      expect(Credentials).toMatchObject([{ RelyingPartyId: 'localhost', CreatedAt: client.anyMoment }]);
      const asked = await choose('WEB_AUTHN');
      expect(asked.ChallengeName).toBe('WEB_AUTHN');
      expect(await show(asked, device.get(optionsOf(asked)))).toMatchObject(signedIn);
      const chosen = await respond(await choose(), 'SELECT_CHALLENGE', { ANSWER: 'WEB_AUTHN' });
      expect(await show(chosen, device.get(optionsOf(chosen)))).toMatchObject(signedIn);

      const remove = () =>
        client.send('DeleteWebAuthnCredential', { AccessToken, CredentialId: Credentials[0]?.CredentialId });
      await remove();
      await expect(remove()).rejects.toMatchObject(refusal('ResourceNotFoundException'));
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
      await expect(show(asked, tampered)).rejects.toMatchObject(refusal('NotAuthorizedException'));
      // The challenge is used up by the first answer, right or wrong.
      await expect(show(asked, credential)).rejects.toThrow('session can only be used once');

      await expect(show(await choose('WEB_AUTHN'), credential)).rejects.toMatchObject(
        refusal('NotAuthorizedException'),
      );
      const stranger = passkeyDevice('http://localhost:3000');
      stranger.create({ challenge: 'x', rp: { id: 'localhost' } });
      const again = await choose('WEB_AUTHN');
      const forged = { ...stranger.get(optionsOf(again)), id: credential['id'], rawId: credential['id'] };
      await expect(show(again, forged)).rejects.toMatchObject(refusal('NotAuthorizedException'));
    });

    it('is added once for each question, only on the site itself, and only where the pool takes passkeys', async () => {
      const AccessToken = await accessToken();
      const Credential = device.create({ challenge: 'made-up', rp: { id: 'localhost' } });
      await expect(
        client.send('CompleteWebAuthnRegistration', { AccessToken, Credential }),
      ).rejects.toMatchObject(refusal('WebAuthnChallengeNotFoundException'));
      client.identity.standIn.setFirstFactors(['PASSWORD']);
      await expect(addTo(AccessToken)).rejects.toMatchObject(refusal('WebAuthnNotEnabledException'));
      client.identity.standIn.setFirstFactors(['PASSWORD', 'WEB_AUTHN']);
      await expect(addTo(AccessToken, passkeyDevice('https://shop.example.evil'))).rejects.toMatchObject(
        refusal('WebAuthnOriginNotAllowedException'),
      );
    });
  });
}
