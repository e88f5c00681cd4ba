import { Router } from 'express';
import { unlockedContent } from '#server/domain/unlocked-content.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint } from '../endpoint.ts';
import { etagOf, isHeldByClient } from '../etag.ts';
import type { Services } from '../services.ts';

/** `GET /api/unlocked-content`: what the mobile app asks; 304 when nothing has changed since. */
export function unlockedContentRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  endpoint(router, '/unlocked-content', {
    async get(request, response) {
      const account = await authenticate.accountOfOwner(request);
      const body = JSON.stringify(await unlockedContent(services, account));
      const etag = etagOf(body);
      response.set({ 'cache-control': 'private, no-cache', etag }).vary('Authorization').vary('Cookie');
      if (isHeldByClient(request, etag)) response.status(304).end();
      else response.type('json').send(body);
    },
  });
  return router;
}
