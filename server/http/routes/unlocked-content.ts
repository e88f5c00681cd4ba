import { Router } from 'express';
import { unlockedContent } from '#server/domain/unlocked-content.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** `GET /api/unlocked-content`: what the mobile app asks. Express adds the ETag and answers 304. */
export function unlockedContentRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  endpoint(router, '/unlocked-content', {
    async get(request, response) {
      const account = await authenticate.account(request);
      response.set('cache-control', 'private, no-cache').vary('Authorization').vary('Cookie');
      response.json(await unlockedContent(services, account));
    },
  });
  return router;
}
