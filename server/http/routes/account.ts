import { Router } from 'express';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { deleteAccountRequestSchema } from '#shared/api/account.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint, jsonBody } from '../endpoint.ts';
import type { Services } from '../services.ts';
import { setSessionId } from '../session-cookie.ts';

/** `DELETE /api/account`: with the id token as bearer and the access token, which is what allows it, in the body. */
export function accountRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  endpoint(router, '/account', {
    async delete(request, response) {
      const account = await authenticate.bearerAccount(request);
      const { accessToken } = jsonBody(request, deleteAccountRequestSchema);
      await eraseAccount(services, account, accessToken);
      setSessionId(request, null);
      response.status(204).end();
    },
  });
  return router;
}
