import {
  AliasExistsException,
  ChangePasswordCommand,
  CodeDeliveryFailureException,
  CodeMismatchException,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DeleteUserCommand,
  ExpiredCodeException,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  InvalidParameterException,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  PasswordResetRequiredException,
  ResendConfirmationCodeCommand,
  ResourceNotFoundException,
  RevokeTokenCommand,
  SignUpCommand,
  TooManyFailedAttemptsException,
  UnauthorizedException,
  UnsupportedTokenTypeException,
  UserNotConfirmedException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityOptions } from '#sandbox/identity/identity-stand-in.ts';
import { type StartedIdentity, startIdentityForTests } from '#sandbox/identity/start-for-tests.ts';

let identity: StartedIdentity;
let client: CognitoIdentityProviderClient;

async function start(
  options: Partial<Pick<IdentityOptions, 'preventUserExistenceErrors' | 'passwordPolicy'>>,
) {
  identity = await startIdentityForTests(options);
  client = new CognitoIdentityProviderClient({
    region: 'eu-north-1',
    endpoint: identity.url,
    // Every operation here is one that needs no AWS credentials; these are only asked for.
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  });
}
async function stop() {
  client.destroy();
  await identity.close();
}

const ben = { username: 'ben', email: 'ben@example.com', password: 'Adventure-2025' };

const signUp = (user = ben) =>
  client.send(
    new SignUpCommand({
      ClientId: identity.clientId,
      Username: user.username,
      Password: user.password,
      UserAttributes: [{ Name: 'email', Value: user.email }],
    }),
  );
const confirm = (ConfirmationCode: string, Username = ben.username, ForceAliasCreation = false) =>
  client.send(
    new ConfirmSignUpCommand({ ClientId: identity.clientId, Username, ConfirmationCode, ForceAliasCreation }),
  );
const resend = (Username = ben.username) =>
  client.send(new ResendConfirmationCodeCommand({ ClientId: identity.clientId, Username }));
const signIn = (USERNAME = ben.username, PASSWORD = ben.password) =>
  client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: identity.clientId,
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );
const forgot = (Username = ben.username) =>
  client.send(new ForgotPasswordCommand({ ClientId: identity.clientId, Username }));
const reset = (ConfirmationCode: string, Password: string, Username = ben.username) =>
  client.send(
    new ConfirmForgotPasswordCommand({ ClientId: identity.clientId, Username, ConfirmationCode, Password }),
  );
/** The SDK's own class for the exception, and the service's words. */
async function expectRefusal(
  call: Promise<unknown>,
  type: abstract new (...parts: never[]) => Error,
  message: string,
) {
  const error: unknown = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(type);
  expect(error).toHaveProperty('message', message);
}
const seedBen = () => identity.standIn.seedUser({ ...ben, emailVerified: true, confirmed: true });
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

describe('@aws-sdk/client-cognito-identity-provider, unchanged, against the identity stand-in', () => {
  beforeEach(() => start({}));
  afterEach(stop);

  it('signs up, confirms, signs in with a password, refreshes, reads the user and deletes it', async () => {
    const created = await signUp();
    expect(created).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'b***@e***' },
    });
    expect(created.$metadata.requestId).toMatch(/^[0-9a-f-]{36}$/);
    await confirm(identity.codeFor(ben.email));
    const { AuthenticationResult: first } = await signIn();
    expect(first).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    const { AuthenticationResult: second } = await client.send(
      new InitiateAuthCommand({
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        ClientId: identity.clientId,
        AuthParameters: { REFRESH_TOKEN: first?.RefreshToken ?? '' },
      }),
    );
    expect(second?.RefreshToken).toBeUndefined();
    const AccessToken = second?.AccessToken;
    const user = await client.send(new GetUserCommand({ AccessToken }));
    expect(user.Username).toBe('ben');
    expect(Object.fromEntries((user.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]))).toEqual({
      email: ben.email,
      email_verified: 'true',
      sub: created.UserSub,
    });
    await client.send(new DeleteUserCommand({ AccessToken }));
    await expect(client.send(new GetUserCommand({ AccessToken }))).rejects.toThrow(UserNotFoundException);
    await expect(signIn()).rejects.toThrow(UserNotFoundException);
  });

  it('revokes a whole token family by its refresh token, and nothing for another client or an access token', async () => {
    seedBen();
    const { AuthenticationResult: own } = await signIn();
    const { AuthenticationResult: other } = await signIn();
    const Token = own?.RefreshToken;
    const revoke = (command: { Token: string | undefined; ClientId: string }) =>
      client.send(new RevokeTokenCommand(command));
    await expect(revoke({ Token, ClientId: 'testclient2app' })).rejects.toThrow(UnauthorizedException);
    await expect(revoke({ Token: own?.AccessToken, ClientId: identity.clientId })).rejects.toThrow(
      UnsupportedTokenTypeException,
    );
    await revoke({ Token, ClientId: identity.clientId });
    await expect(client.send(new GetUserCommand({ AccessToken: own?.AccessToken }))).rejects.toThrow(
      'Access Token has been revoked',
    );
    const again = new GetTokensFromRefreshTokenCommand({ ClientId: identity.clientId, RefreshToken: Token });
    await expect(client.send(again)).rejects.toThrow('Refresh Token has been revoked');
    expect((await client.send(new GetUserCommand({ AccessToken: other?.AccessToken }))).Username).toBe('ben');
    await client.send(new GlobalSignOutCommand({ AccessToken: other?.AccessToken }));
    await expect(client.send(new GetUserCommand({ AccessToken: other?.AccessToken }))).rejects.toThrow(
      'Access Token has been revoked',
    );
  });

  it('ends access tokens after their hour and refresh tokens after their 30 days', async () => {
    seedBen();
    const { AuthenticationResult: tokens } = await signIn();
    const refresh = () =>
      client.send(
        new GetTokensFromRefreshTokenCommand({
          ClientId: identity.clientId,
          RefreshToken: tokens?.RefreshToken,
        }),
      );
    identity.advance(3601);
    await expect(client.send(new GetUserCommand({ AccessToken: tokens?.AccessToken }))).rejects.toThrow(
      'Access Token has expired',
    );
    expect((await refresh()).AuthenticationResult?.IdToken).toBeTruthy();
    identity.advance(30 * 24 * 3600);
    await expect(refresh()).rejects.toThrow('Refresh Token has expired');
  });

  it('refuses with the classes and words of the real service', async () => {
    const { clientId: ClientId } = identity;
    await expect(
      client.send(new ForgotPasswordCommand({ ClientId: 'unknown', Username: 'ben' })),
    ).rejects.toThrow(ResourceNotFoundException);
    await expectRefusal(
      signUp({ ...ben, password: 'short12' }),
      InvalidPasswordException,
      'Password did not conform with policy: Password not long enough',
    );
    await expect(signUp({ ...ben, password: 'tiny5' })).rejects.toThrow(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length greater than or equal to 6",
    );
    await expect(signUp({ ...ben, username: 'b en' })).rejects.toThrow(
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+",
    );
    await expect(signUp({ ...ben, username: 'b en', password: ' ' })).rejects.toThrow(
      "3 validation errors detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$; Value at 'password' failed to satisfy constraint: Member must have length greater than or equal to 6; Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+",
    );
    await expect(signUp({ ...ben, username: ben.email })).rejects.toThrow(
      'Username cannot be of email format, since user pool is configured for email alias.',
    );
    await expect(signUp({ ...ben, email: 'not an address' })).rejects.toThrow(
      'Invalid email address format.',
    );
    await expect(
      client.send(new SignUpCommand({ ClientId, Username: 'ben', Password: ben.password })),
    ).rejects.toThrow('Attributes did not conform to the schema: email: The attribute is required');
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    await expect(
      client.send(new SignUpCommand({ ClientId, Username: 'ben', Password: ben.password, UserAttributes })),
    ).rejects.toThrow('A client attempted to write unauthorized attribute');
    expect(identity.standIn.listUsers()).toEqual([]);

    await signUp();
    await expect(signUp({ ...ben, username: 'BEN' })).rejects.toThrow(UsernameExistsException);
    await expect(signIn()).rejects.toThrow(UserNotConfirmedException);
    await expect(forgot()).rejects.toThrow(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
    await expect(forgot()).rejects.toThrow(InvalidParameterException);
    await expect(reset('123456', 'Another-2026')).rejects.toThrow(UserNotConfirmedException);
    const code = identity.codeFor(ben.email);
    await expect(confirm(wrongFor(code))).rejects.toThrow(CodeMismatchException);
    await expect(confirm(' ')).rejects.toThrow(
      "Value ' ' at 'confirmationCode' failed to satisfy constraint",
    );
    await expect(confirm(code, 'nobody')).rejects.toThrow('Username/client id combination not found.');
    await expect(resend('nobody')).rejects.toThrow(UserNotFoundException);
    await expect(resend(ben.email)).rejects.toThrow(UserNotFoundException);
    await confirm(code);
    await expect(confirm(code)).rejects.toThrow('User cannot be confirmed. Current status is CONFIRMED');
    await expect(resend()).rejects.toThrow('User is already confirmed.');
    await expect(reset('123456', 'Another-2026')).rejects.toThrow(ExpiredCodeException);

    const { AuthenticationResult: tokens } = await signIn();
    identity.standIn.requirePasswordReset('ben');
    await expect(signIn()).rejects.toThrow(PasswordResetRequiredException);
    await expect(client.send(new DeleteUserCommand({ AccessToken: tokens?.AccessToken }))).rejects.toThrow(
      PasswordResetRequiredException,
    );
    await forgot();
    await reset(identity.codeFor(ben.email), 'Another-2026');
    expect((await signIn('ben', 'Another-2026')).AuthenticationResult).toBeDefined();
    await expect(client.send(new GetUserCommand({ AccessToken: 'no.such.token' }))).rejects.toThrow(
      'Invalid Access Token',
    );
  });

  it('lets sign-up codes live 24 hours and reset codes 1 hour', async () => {
    await signUp();
    const code = identity.codeFor(ben.email);
    identity.advance(24 * 3600);
    await expect(confirm(code)).rejects.toThrow('Invalid code provided, please request a code again.');
    await resend();
    identity.advance(24 * 3600 - 5);
    await confirm(identity.codeFor(ben.email));
    await forgot();
    identity.advance(3600);
    await expect(reset(identity.codeFor(ben.email), 'Another-2026')).rejects.toThrow(ExpiredCodeException);
    await forgot();
    identity.standIn.expireCodes('ben');
    await expect(reset(identity.codeFor(ben.email), 'Another-2026')).rejects.toThrow(ExpiredCodeException);
  });

  it('locks an account for one second after 5 wrong passwords, then twice as long each time', async () => {
    seedBen();
    const failing = () => signIn('ben', 'wrong password').catch((error: Error) => error.message);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await failing()).toBe('Incorrect username or password.');
    await expectRefusal(signIn(), NotAuthorizedException, 'Password attempts exceeded');
    identity.advance(1);
    expect(await failing()).toBe('Incorrect username or password.');
    identity.advance(1);
    expect(await failing()).toBe('Password attempts exceeded');
    identity.advance(1);
    expect((await signIn()).AuthenticationResult).toBeDefined();
    expect(await failing()).toBe('Incorrect username or password.');
    expect((await signIn()).AuthenticationResult).toBeDefined();
    for (let tries = 0; tries < 5; tries += 1) await failing();
    identity.standIn.forgetAttempts('ben');
    expect((await signIn()).AuthenticationResult).toBeDefined();
  });

  it('stops checking codes and sending mails after 10 in an hour', async () => {
    await signUp();
    const code = identity.codeFor(ben.email);
    for (let tries = 0; tries < 10; tries += 1) {
      await expect(confirm(wrongFor(code))).rejects.toThrow(CodeMismatchException);
    }
    await expect(confirm(code)).rejects.toThrow(TooManyFailedAttemptsException);
    identity.advance(3601);
    await confirm(code);
    for (let tries = 0; tries < 10; tries += 1) await forgot();
    await expectRefusal(
      forgot(),
      LimitExceededException,
      'Attempt limit exceeded, please try after some time.',
    );
  });

  it('keeps an alias with the account that verified it, and moves it only when told to by force', async () => {
    seedBen();
    const twin = { ...ben, username: 'twin' };
    await signUp(twin);
    const code = identity.codeFor(ben.email);
    await expect(confirm(code, 'twin')).rejects.toThrow(AliasExistsException);
    expect(await claimsOf(ben.email)).toMatchObject({ 'cognito:username': 'ben', email_verified: true });
    await confirm(code, 'twin', true);
    expect(await claimsOf(ben.email)).toMatchObject({ 'cognito:username': 'twin', email_verified: true });
    expect(await claimsOf('ben')).toMatchObject({ 'cognito:username': 'ben', email_verified: false });
  });

  it('says that a mail cannot be delivered, and keeps the account for a later resend', async () => {
    identity.standIn.setMailDelivery(false);
    await expect(signUp()).rejects.toThrow(CodeDeliveryFailureException);
    expect(identity.inbox.list()).toEqual([]);
    identity.standIn.setMailDelivery(true);
    await resend();
    await confirm(identity.codeFor(ben.email));
    expect((await signIn()).AuthenticationResult).toBeDefined();
  });

  it('changes a password only for who knows the one before', async () => {
    seedBen();
    const AccessToken = (await signIn()).AuthenticationResult?.AccessToken;
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
    await expect(change('wrong password', 'Another-2026')).rejects.toThrow(NotAuthorizedException);
    await expect(change(ben.password, 'short12')).rejects.toThrow(InvalidPasswordException);
    await change(ben.password, 'Another-2026');
    await expect(signIn()).rejects.toThrow(NotAuthorizedException);
    expect((await signIn('ben', 'Another-2026')).AuthenticationResult).toBeDefined();
  });

  async function claimsOf(username: string): Promise<Record<string, unknown>> {
    const { AuthenticationResult: tokens } = await signIn(username);
    const payload = tokens?.IdToken?.split('.')[1] ?? '';
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  }
});

describe('with PreventUserExistenceErrors', () => {
  beforeEach(() => start({ preventUserExistenceErrors: true }));
  afterEach(stop);

  it('answers for an unknown user as for a wrong password or a code sent somewhere', async () => {
    await expect(signIn('nobody')).rejects.toThrow(NotAuthorizedException);
    expect((await forgot('nobody')).CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL');
    expect((await resend('nobody')).CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL');
    await expect(confirm('123456', 'nobody')).rejects.toThrow(ExpiredCodeException);
    await expect(reset('123456', 'Another-2026', 'nobody')).rejects.toThrow(CodeMismatchException);
    expect(identity.inbox.list()).toEqual([]);
  });

  it('simulates the SRP challenge of an unknown user, with the same salt each time', async () => {
    const begin = () =>
      client.send(
        new InitiateAuthCommand({
          AuthFlow: 'USER_SRP_AUTH',
          ClientId: identity.clientId,
          AuthParameters: { USERNAME: 'nobody', SRP_A: 'abcdef' },
        }),
      );
    const [first, second] = [await begin(), await begin()];
    expect(first.ChallengeName).toBe('PASSWORD_VERIFIER');
    expect(first.ChallengeParameters?.['SALT']).toBe(second.ChallengeParameters?.['SALT']);
    expect(first.ChallengeParameters?.['SRP_B']).not.toBe(second.ChallengeParameters?.['SRP_B']);
  });
});

describe('with a password policy that asks for every kind of character', () => {
  const all = { minimumLength: 8, lowercase: true, uppercase: true, numbers: true, symbols: true };
  beforeEach(() => start({ passwordPolicy: all }));
  afterEach(stop);

  it.each([
    ['ADVENTURE-2025', 'Password must have lowercase characters'],
    ['adventure-2025', 'Password must have uppercase characters'],
    ['Adventure-more', 'Password must have numeric characters'],
    ['Adventure2025', 'Password must have symbol characters'],
  ])('refuses %s with "%s"', async (password, reason) => {
    await expectRefusal(
      signUp({ ...ben, password }),
      InvalidPasswordException,
      `Password did not conform with policy: ${reason}`,
    );
  });
});
