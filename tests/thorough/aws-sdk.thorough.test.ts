import {
  AliasExistsException,
  ChangePasswordCommand,
  CodeDeliveryFailureException,
  CodeMismatchException,
  DeleteUserCommand,
  ExpiredCodeException,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  InvalidParameterException,
  InvalidPasswordException,
  NotAuthorizedException,
  PasswordResetRequiredException,
  ResourceNotFoundException,
  RevokeTokenCommand,
  SignUpCommand,
  UnauthorizedException,
  UnsupportedTokenTypeException,
  UserNotConfirmedException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wrongCode } from '../support/pool-person.ts';
import { ben } from '../support/stand-in-calls.ts';
import { expectRefusal, type IdentitySdk, openIdentitySdk } from './identity-sdk.ts';

let sdk: IdentitySdk;
afterEach(() => sdk.close());

describe('@aws-sdk/client-cognito-identity-provider, unchanged, against the identity stand-in', () => {
  beforeEach(async () => {
    sdk = await openIdentitySdk();
  });

  it('signs up, confirms, signs in with a password, refreshes, reads the user and deletes it', async () => {
    const created = await sdk.signUp();
    expect(created).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'b***@e***' },
    });
    expect(created.$metadata.requestId).toMatch(/^[0-9a-f-]{36}$/);
    await sdk.confirm(sdk.identity.codeFor(ben.email));
    const { AuthenticationResult: first } = await sdk.signIn();
    expect(first).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    const { AuthenticationResult: second } = await sdk.client.send(
      new InitiateAuthCommand({
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        ClientId: sdk.identity.clientId,
        AuthParameters: { REFRESH_TOKEN: first?.RefreshToken ?? '' },
      }),
    );
    expect(second?.RefreshToken).toBeUndefined();
    const AccessToken = second?.AccessToken;
    const user = await sdk.client.send(new GetUserCommand({ AccessToken }));
    expect(user.Username).toBe('ben');
    expect(Object.fromEntries((user.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]))).toEqual({
      email: ben.email,
      email_verified: 'true',
      sub: created.UserSub,
    });
    await sdk.client.send(new DeleteUserCommand({ AccessToken }));
    await expect(sdk.client.send(new GetUserCommand({ AccessToken }))).rejects.toThrow(UserNotFoundException);
    await expect(sdk.signIn()).rejects.toThrow(UserNotFoundException);
  });

  it('revokes a whole token family by its refresh token, and nothing for another client or an access token', async () => {
    sdk.seedBen();
    const { AuthenticationResult: own } = await sdk.signIn();
    const { AuthenticationResult: other } = await sdk.signIn();
    const Token = own?.RefreshToken;
    const revoke = (command: { Token: string | undefined; ClientId: string }) =>
      sdk.client.send(new RevokeTokenCommand(command));
    await expect(revoke({ Token, ClientId: 'testclient2app' })).rejects.toThrow(UnauthorizedException);
    await expect(revoke({ Token: own?.AccessToken, ClientId: sdk.identity.clientId })).rejects.toThrow(
      UnsupportedTokenTypeException,
    );
    await revoke({ Token, ClientId: sdk.identity.clientId });
    await expect(sdk.client.send(new GetUserCommand({ AccessToken: own?.AccessToken }))).rejects.toThrow(
      'Access Token has been revoked',
    );
    const again = new GetTokensFromRefreshTokenCommand({
      ClientId: sdk.identity.clientId,
      RefreshToken: Token,
    });
    await expect(sdk.client.send(again)).rejects.toThrow('Refresh Token has been revoked');
    expect((await sdk.client.send(new GetUserCommand({ AccessToken: other?.AccessToken }))).Username).toBe(
      'ben',
    );
    await sdk.client.send(new GlobalSignOutCommand({ AccessToken: other?.AccessToken }));
    await expect(sdk.client.send(new GetUserCommand({ AccessToken: other?.AccessToken }))).rejects.toThrow(
      'Access Token has been revoked',
    );
  });

  it('refuses with the classes and words of the real service', async () => {
    const { clientId: ClientId } = sdk.identity;
    await expect(
      sdk.client.send(new ForgotPasswordCommand({ ClientId: 'unknown', Username: 'ben' })),
    ).rejects.toThrow(ResourceNotFoundException);
    await expectRefusal(
      sdk.signUp({ ...ben, password: 'short12' }),
      InvalidPasswordException,
      'Password did not conform with policy: Password not long enough',
    );
    await expect(sdk.signUp({ ...ben, password: 'tiny5' })).rejects.toThrow(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length greater than or equal to 6",
    );
    await expect(sdk.signUp({ ...ben, username: 'b en' })).rejects.toThrow(
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+",
    );
    await expect(sdk.signUp({ ...ben, username: 'b en', password: ' ' })).rejects.toThrow(
      "3 validation errors detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$; Value at 'password' failed to satisfy constraint: Member must have length greater than or equal to 6; Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+",
    );
    await expect(sdk.signUp({ ...ben, username: ben.email })).rejects.toThrow(
      'Username cannot be of email format, since user pool is configured for email alias.',
    );
    await expect(sdk.signUp({ ...ben, email: 'not an address' })).rejects.toThrow(
      'Invalid email address format.',
    );
    await expect(
      sdk.client.send(new SignUpCommand({ ClientId, Username: 'ben', Password: ben.password })),
    ).rejects.toThrow('Attributes did not conform to the schema: email: The attribute is required');
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    await expect(
      sdk.client.send(
        new SignUpCommand({ ClientId, Username: 'ben', Password: ben.password, UserAttributes }),
      ),
    ).rejects.toThrow('A client attempted to write unauthorized attribute');
    expect(sdk.identity.standIn.listUsers()).toEqual([]);

    await sdk.signUp();
    await expect(sdk.signUp({ ...ben, username: 'BEN' })).rejects.toThrow(UsernameExistsException);
    await expect(sdk.signIn()).rejects.toThrow(UserNotConfirmedException);
    await expect(sdk.forgot()).rejects.toThrow(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
    await expect(sdk.forgot()).rejects.toThrow(InvalidParameterException);
    await expect(sdk.reset('123456', 'Another-2026')).rejects.toThrow(UserNotConfirmedException);
    const code = sdk.identity.codeFor(ben.email);
    await expect(sdk.confirm(wrongCode(code))).rejects.toThrow(CodeMismatchException);
    await expect(sdk.confirm(' ')).rejects.toThrow(
      "Value ' ' at 'confirmationCode' failed to satisfy constraint",
    );
    await expect(sdk.confirm(code, 'nobody')).rejects.toThrow('Username/client id combination not found.');
    await expect(sdk.resend('nobody')).rejects.toThrow(UserNotFoundException);
    await expect(sdk.resend(ben.email)).rejects.toThrow(UserNotFoundException);
    await sdk.confirm(code);
    await expect(sdk.confirm(code)).rejects.toThrow('User cannot be confirmed. Current status is CONFIRMED');
    await expect(sdk.resend()).rejects.toThrow('User is already confirmed.');
    await expect(sdk.reset('123456', 'Another-2026')).rejects.toThrow(ExpiredCodeException);

    const { AuthenticationResult: tokens } = await sdk.signIn();
    sdk.identity.standIn.requirePasswordReset('ben');
    await expect(sdk.signIn()).rejects.toThrow(PasswordResetRequiredException);
    await expect(
      sdk.client.send(new DeleteUserCommand({ AccessToken: tokens?.AccessToken })),
    ).rejects.toThrow(PasswordResetRequiredException);
    await sdk.forgot();
    await sdk.reset(sdk.identity.codeFor(ben.email), 'Another-2026');
    expect((await sdk.signIn('ben', 'Another-2026')).AuthenticationResult).toBeDefined();
    await expect(sdk.client.send(new GetUserCommand({ AccessToken: 'no.such.token' }))).rejects.toThrow(
      'Invalid Access Token',
    );
  });

  it('keeps an alias with the account that verified it, and moves it only when told to by force', async () => {
    sdk.seedBen();
    const twin = { ...ben, username: 'twin' };
    await sdk.signUp(twin);
    const code = sdk.identity.codeFor(ben.email);
    await expect(sdk.confirm(code, 'twin')).rejects.toThrow(AliasExistsException);
    expect(await claimsOf(ben.email)).toMatchObject({ 'cognito:username': 'ben', email_verified: true });
    await sdk.confirm(code, 'twin', true);
    expect(await claimsOf(ben.email)).toMatchObject({ 'cognito:username': 'twin', email_verified: true });
    expect(await claimsOf('ben')).toMatchObject({ 'cognito:username': 'ben', email_verified: false });
  });

  it('says that a mail cannot be delivered, and keeps the account for a later resend', async () => {
    sdk.identity.standIn.setMailDelivery(false);
    await expect(sdk.signUp()).rejects.toThrow(CodeDeliveryFailureException);
    expect(sdk.identity.inbox.list()).toEqual([]);
    sdk.identity.standIn.setMailDelivery(true);
    await sdk.resend();
    await sdk.confirm(sdk.identity.codeFor(ben.email));
    expect((await sdk.signIn()).AuthenticationResult).toBeDefined();
  });

  it('changes a password only for who knows the one before', async () => {
    sdk.seedBen();
    const AccessToken = (await sdk.signIn()).AuthenticationResult?.AccessToken;
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      sdk.client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
    await expect(change('wrong password', 'Another-2026')).rejects.toThrow(NotAuthorizedException);
    await expect(change(ben.password, 'short12')).rejects.toThrow(InvalidPasswordException);
    await change(ben.password, 'Another-2026');
    await expect(sdk.signIn()).rejects.toThrow(NotAuthorizedException);
    expect((await sdk.signIn('ben', 'Another-2026')).AuthenticationResult).toBeDefined();
  });

  async function claimsOf(username: string): Promise<Record<string, unknown>> {
    const { AuthenticationResult: tokens } = await sdk.signIn(username);
    const payload = tokens?.IdToken?.split('.')[1] ?? '';
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  }
});
