import { type Response, Router } from 'express';
import { beginSession, createSessionReader, endSession } from '#server/accounts/browser-session.ts';
import { IdentityProviderUnavailable } from '#server/accounts/identity-provider.ts';
import { sessionRequestSchema } from '#shared/api/session.ts';
import { type Authenticator, requireOwnSite } from '../authenticate.ts';
import { endpoint, jsonBody } from '../endpoint.ts';
import type { Services } from '../services.ts';
import { sessionIdOf, setSessionId } from '../session-cookie.ts';

/** `GET`, `POST` and `DELETE /api/session`: the token-mediating part of RFC 10017. */
export function sessionRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  const readSession = createSessionReader(services);
  router.use('/session', (request, _response, next) => {
    requireOwnSite(request, services.config.allowedOrigins);
    next();
  });
  endpoint(router, '/session', {
    async get(request, response) {
      const id = sessionIdOf(request);
      const session = id === null ? null : await readSession(id);
      if (id !== null && session === null) setSessionId(request, null);
      response.json({ session });
    },
    async post(request, response) {
      const account = await authenticate.bearerAccount(request);
      const { refreshToken } = jsonBody(request, sessionRequestSchema);
      const before = sessionIdOf(request);
      const { id, session } = await beginSession(services, account, refreshToken);
      setSessionId(request, id);
      if (before !== null) await endReplacedSession(before, response);
      response.json({ session });
    },
    async delete(request, response) {
      const id = sessionIdOf(request);
      setSessionId(request, null);
      if (id !== null) await endSession(services, id);
      response.status(204).end();
    },
  });
  return router;

  /** The new session has begun and must not fail because the old one's token could not be revoked. */
  async function endReplacedSession(id: string, response: Response): Promise<void> {
    try {
      await endSession(services, id);
    } catch (error) {
      if (!(error instanceof IdentityProviderUnavailable)) throw error;
      response.locals.log.warn({ err: error }, 'the refresh token of a replaced session was not revoked');
    }
  }
}
