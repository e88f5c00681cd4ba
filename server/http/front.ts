import type { IncomingMessage, RequestListener } from 'node:http';
import { unlockedContent } from '#server/domain/unlocked-content.ts';
import { createApp } from './app.ts';
import { bearerToken } from './authenticate.ts';
import type { FixedHeaders } from './fixed-headers.ts';
import { type FollowedResponse, requestFollower, serverTiming } from './follow-request.ts';
import { createRoom } from './load-shedding.ts';
import { sendUnlockedContent, unlockedContentPath } from './routes/unlocked-content.ts';
import type { Services } from './services.ts';

/**
 * The whole site. What is asked most is answered here, without Express, which takes longer to find out what to do than
 * these answers take: pages and files that lie in memory, and what the app's buyers own, for tokens that were verified
 * before. Express answers all else, and also these when there is anything unusual about them: a form that must be packed
 * first, no room, a token not seen yet, a failure. So nothing here needs to know about errors.
 */
export function createFront(services: Services, headers: FixedHeaders): RequestListener {
  const { site, config, log, metrics, identity } = services;
  const follow = requestFollower(log, metrics);
  const room = createRoom(config.mostRequestsAtOnce);
  const app = createApp(services, headers, room);

  function answerOwner(request: IncomingMessage, response: FollowedResponse): boolean {
    if (request.url !== unlockedContentPath || request.method !== 'GET') return false;
    const token = bearerToken(request.headers.authorization);
    const account = token === null ? undefined : identity.rememberedAccount(token);
    if (!account || !room.enter('usual', response)) return false;
    response.locals.route = unlockedContentPath;
    unlockedContent(services, account).then(
      (content) => {
        const own = ['x-request-id', response.locals.requestId, 'server-timing', serverTiming(response)];
        sendUnlockedContent(request, response, content, [...headers.plain, ...own]);
      },
      // The same question again has the same answer, and Express knows how to put it.
      () => app(request, response),
    );
    return true;
  }

  return (request, plainResponse) => {
    const response = follow(request, plainResponse);
    const answered = !hasBody(request) && (site.answer(request, response) || answerOwner(request, response));
    if (!answered) app(request, response);
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
