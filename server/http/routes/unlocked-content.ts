import type { IncomingMessage } from 'node:http';
import { Router } from 'express';
import type { Grant } from '#server/owning/records.ts';
import { unlockedContent } from '#server/owning/unlocked-content.ts';
import type { UnlockedContent } from '#shared/api/unlocked-content.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint } from '../endpoint.ts';
import { etagOf, isHeldByClient } from '../etag.ts';
import type { HeaderList } from '../fixed-headers.ts';
import type { FollowedResponse } from '../follow-request.ts';
import type { Services } from '../services.ts';

export const unlockedContentPath = '/api/unlocked-content';

/** `GET /api/unlocked-content`: what the mobile app asks; 304 when nothing has changed since. */
export function unlockedContentRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  endpoint(router, '/unlocked-content', {
    async get(request, response) {
      const account = await authenticate.accountOfOwner(request);
      sendUnlockedContent(request, response, await unlockedContent(services, account), []);
    },
  });
  return router;
}

/** The adventures an account owns, as the app is told of them. */
function wireOf(grants: readonly Grant[]): UnlockedContent {
  const adventures = grants.map(({ adventureId, source, grantedAt }) => ({
    adventureId,
    source,
    grantedAt: grantedAt.toISOString(),
  }));
  return { data: [{ adventures }] };
}

/** @param headers what the answer carries besides, if it is not set yet */
export function sendUnlockedContent(
  request: IncomingMessage,
  response: FollowedResponse,
  grants: readonly Grant[],
  headers: HeaderList,
): void {
  response.locals.served = unlockedContentPath;
  const body = JSON.stringify(wireOf(grants));
  const etag = etagOf(body);
  const list = [
    ...headers,
    'cache-control',
    'private, no-cache',
    'etag',
    etag,
    'vary',
    'Authorization, Cookie',
  ];
  if (isHeldByClient(request.headers['if-none-match'], etag)) {
    response.writeHead(304, list).end();
    return;
  }
  list.push(
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
  );
  response.writeHead(200, list).end(body);
}
