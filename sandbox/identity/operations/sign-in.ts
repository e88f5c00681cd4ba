import { z } from 'zod';
import { refusal } from '../errors.ts';
import { parameters, readParameters } from '../parameters.ts';
import type { Pool } from '../pool.ts';
import { required } from './answers.ts';
import { answerChoice, answerPasskey, beginChoice } from './choice.ts';
import { answerMailedCode } from './mailed-codes.ts';
import { answerFactorChoice, answerFactorSetUp, answerSecondFactor } from './second-proof.ts';
import { answerNewPassword, answerSrp, beginSrp, refresh, signInWithPassword } from './sign-in-flows.ts';

const initiateAuthSchema = z.object({
  AuthFlow: z.enum([
    'USER_SRP_AUTH',
    'REFRESH_TOKEN_AUTH',
    'REFRESH_TOKEN',
    'CUSTOM_AUTH',
    'ADMIN_NO_SRP_AUTH',
    'USER_PASSWORD_AUTH',
    'ADMIN_USER_PASSWORD_AUTH',
    'USER_AUTH',
  ]),
  ClientId: parameters.clientId,
  AuthParameters: parameters.texts.nullish(),
});

/** @throws {IdentityError} the exceptions of the service's InitiateAuth */
export function initiateAuth(pool: Pool, body: unknown): object | Promise<object> {
  const { AuthFlow, ClientId, AuthParameters } = readParameters(initiateAuthSchema, body);
  pool.assertClient(ClientId);
  const given = AuthParameters ?? {};
  switch (AuthFlow) {
    case 'USER_SRP_AUTH':
      return beginSrp(pool, ClientId, required(given, 'USERNAME'), required(given, 'SRP_A'));
    case 'USER_PASSWORD_AUTH':
      return signInWithPassword(pool, ClientId, required(given, 'USERNAME'), required(given, 'PASSWORD'));
    case 'REFRESH_TOKEN_AUTH':
    case 'REFRESH_TOKEN':
      return refresh(pool, ClientId, required(given, 'REFRESH_TOKEN'));
    case 'USER_AUTH':
      if (!pool.allowsChoice()) break;
      return beginChoice(pool, ClientId, given);
  }
  throw refusal('InvalidParameterException', `${AuthFlow} flow not enabled for this client`);
}

const getTokensSchema = z.object({ RefreshToken: parameters.token, ClientId: parameters.clientId });

/** @throws {IdentityError} the exceptions of the service's GetTokensFromRefreshToken */
export function getTokensFromRefreshToken(pool: Pool, body: unknown): object {
  const { ClientId, RefreshToken } = readParameters(getTokensSchema, body);
  pool.assertClient(ClientId);
  return refresh(pool, ClientId, RefreshToken);
}

const respondSchema = z.object({
  ClientId: parameters.clientId,
  ChallengeName: z.enum([
    'SMS_MFA',
    'SOFTWARE_TOKEN_MFA',
    'SELECT_MFA_TYPE',
    'MFA_SETUP',
    'PASSWORD_VERIFIER',
    'CUSTOM_CHALLENGE',
    'DEVICE_SRP_AUTH',
    'DEVICE_PASSWORD_VERIFIER',
    'NEW_PASSWORD_REQUIRED',
    'SELECT_CHALLENGE',
    'WEB_AUTHN',
    'EMAIL_OTP',
  ]),
  Session: parameters.session.nullish(),
  ChallengeResponses: parameters.texts.nullish(),
});

/** @throws {IdentityError} the exceptions of the service's RespondToAuthChallenge */
export function respondToAuthChallenge(pool: Pool, body: unknown): object | Promise<object> {
  const { ChallengeName, ClientId, Session, ChallengeResponses } = readParameters(respondSchema, body);
  pool.assertClient(ClientId);
  const given = ChallengeResponses ?? {};
  switch (ChallengeName) {
    case 'PASSWORD_VERIFIER':
      return answerSrp(pool, ClientId, given);
    case 'NEW_PASSWORD_REQUIRED':
      return answerNewPassword(pool, ClientId, Session ?? '', given);
    case 'SOFTWARE_TOKEN_MFA':
      return answerSecondFactor(pool, ClientId, Session ?? '', given);
    case 'MFA_SETUP':
      return answerFactorSetUp(pool, ClientId, Session ?? '');
    case 'SELECT_MFA_TYPE':
      return answerFactorChoice(pool, ClientId, Session ?? '', given);
    case 'SELECT_CHALLENGE':
      return answerChoice(pool, ClientId, Session ?? '', given);
    case 'EMAIL_OTP':
      return answerMailedCode(pool, ClientId, Session ?? '', given);
    case 'WEB_AUTHN':
      return answerPasskey(pool, ClientId, Session ?? '', required(given, 'CREDENTIAL'));
    default:
      throw refusal('InvalidParameterException', `${ChallengeName} is not a challenge of this user pool`);
  }
}
