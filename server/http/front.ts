import type { IncomingMessage, RequestListener } from 'node:http';
import { unlockedContent } from '#server/owning/unlocked-content.ts';
import { createApp } from './app.ts';
import { bearerToken } from './authenticate.ts';
import type { FixedHeaders } from './fixed-headers.ts';
import { type FollowedResponse, requestFollower, serverTiming } from './follow-request.ts';
import { createRoom } from './load-shedding.ts';
import { sendUnlockedContent, unlockedContentPath } from './routes/unlocked-content.ts';
import { eventReceiver, largestEvent, webhookPath } from './routes/webhook.ts';
import type { Services } from './services.ts';

/**
 * The whole site. What is asked most is answered here, without Express, which takes longer to find out what to do than
 * these answers take: pages and files that lie in memory, what the app's buyers own, for tokens that were verified
 * before, and events of the payment provider, which come in floods. Express answers all else, and also these when there is
 * anything unusual about them: a form that must be packed first, no room, a token not seen yet, a body of unknown length,
 * a failure. So nothing here needs to know about errors.
 */
export function createFront(services: Services, headers: FixedHeaders): RequestListener {
  const { site, config, log, metrics, identity } = services;
  const follow = requestFollower(log, metrics);
  const room = createRoom(config.mostRequestsAtOnce);
  const receiveEvent = eventReceiver(services);
  const app = createApp(services, headers, room, receiveEvent);
  const own = (response: FollowedResponse) => [
    ...headers.plain,
    ...['x-request-id', response.locals.requestId, 'server-timing', serverTiming(response)],
  ];

  function answerOwner(request: IncomingMessage, response: FollowedResponse): boolean {
    if (request.url !== unlockedContentPath || request.method !== 'GET') return false;
    const token = bearerToken(request.headers.authorization);
    const account = token === null ? undefined : identity.rememberedAccount(token);
    if (!account || !room.enter('usual', response)) return false;
    response.locals.route = unlockedContentPath;
    unlockedContent(services, account).then(
      (content) => sendUnlockedContent(request, response, content, own(response)),
      // The same question again has the same answer, and Express knows how to put it.
      () => app(request, response),
    );
    return true;
  }

  function takeEvent(request: IncomingMessage, response: FollowedResponse): boolean {
    if (request.url !== webhookPath || request.method !== 'POST') return false;
    const { headers: sent } = request;
    const plain = sent['transfer-encoding'] === undefined && sent['content-encoding'] === undefined;
    if (!plain || !(Number(sent['content-length']) <= largestEvent)) return false;
    if (!room.enter('webhook', response)) return false;
    response.locals.route = webhookPath;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const { requestId } = response.locals;
      const received = receiveEvent(Buffer.concat(parts), sent['stripe-signature'], requestId);
      received.then(
        (answer) => {
          const body = JSON.stringify(answer);
          const about = ['content-type', 'application/json; charset=utf-8', 'content-length'];
          response.writeHead(200, [...own(response), ...about, String(Buffer.byteLength(body))]).end(body);
        },
        () => {
          response.locals.receivedEvent = received;
          app(request, response);
        },
      );
    });
    return true;
  }

  return (request, plainResponse) => {
    const response = follow(request, plainResponse);
    const answered = hasBody(request)
      ? takeEvent(request, response)
      : site.answer(request, response) || answerOwner(request, response);
    if (!answered) app(request, response);
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
