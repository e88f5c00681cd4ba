import type { Request, Response } from 'express';
import type { OperatorActor } from '#server/operating/operator-action.ts';
import { Refusal } from '#server/refusal.ts';
import type { Authenticator } from './authenticate.ts';

/**
 * Lets members of the operators' group through. Only a bearer id token counts, because only it says the group; the
 * browser session's cookie never does.
 * @throws {Refusal} `unauthorized` without a valid token, `forbidden` outside the group
 */
export async function requireOperator(
  request: Request,
  response: Response,
  authenticate: Authenticator,
  group: string,
): Promise<OperatorActor> {
  const account = await authenticate.bearerAccount(request);
  if (!account.groups?.includes(group)) {
    response.locals.log.warn({ account: account.id }, "somebody outside the operators' group was refused");
    throw new Refusal(
      'forbidden',
      "This needs membership of the operators' group. After joining it, sign in again.",
    );
  }
  return `operator:${account.username}`;
}
