// The fast path before Express: cached pages and files, polled calls with known tokens, webhook events.

import type { IncomingMessage, RequestListener } from 'node:http';
import type { Request, Response } from 'express';
import { calls } from '#shared/api/calls.ts';
import { patternOf, readUnlockedContent, receiveStripeEvent } from '#shared/endpoints.ts';
import { createApp } from './app.ts';
import { bearerToken } from './authenticate.ts';
import { watchBodies } from './body-intake.ts';
import { addressDigest, trustedProxies } from './client-address.ts';
import { type Patience, usualPatience } from './listener.ts';
import { limitConcurrency } from './load-shedding.ts';
import { messagesOf, type SiteListener } from './messages.ts';
import { bodyReader, largestBody } from './mount-calls.ts';
import { sendPolled } from './polled-answer.ts';
import { type ContextResponse, requestContexts, serverTiming } from './request-context.ts';
import { ownedAnswer } from './routes/owning.ts';
import { eventReceiver } from './routes/webhook.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { Services } from './services.ts';

const unlockedContentPath = patternOf(readUnlockedContent);
const webhookPath = patternOf(receiveStripeEvent);

/**
 * The whole site, with a fast path for the most frequent requests. These are answered here without Express, whose routing
 * takes longer than the answers: cached pages and files, `unlocked-content` for tokens in the cache, and webhook events,
 * which come in floods. Express answers everything else, and also these in any unusual case: a page that must be
 * compressed first, overload, an unknown token, a failure. So nothing here needs to handle errors.
 */
export function createFastPath(
  services: Services,
  headers: SecurityHeaders,
  patience: Patience = usualPatience,
): SiteListener {
  const { site, config, log, metrics, identity, webhooks } = services;
  const giveContext = requestContexts(
    log,
    metrics,
    trustedProxies(config.trustProxy),
    addressDigest(config.sessionKeys[0] ?? ''),
  );
  const admit = limitConcurrency(config.mostRequestsAtOnce);
  const receiveEvent = eventReceiver(services);
  const app = createApp(services, headers, admit, receiveEvent);
  const { body: eventBody } = calls[receiveStripeEvent];
  const watchBody = watchBodies(patience, largestBody);
  const readEvent = bodyReader(eventBody);
  const ownHeaders = (response: ContextResponse) => [
    ...headers.resource,
    ...['x-request-id', response.locals.requestId, 'server-timing', serverTiming(response)],
  ];

  function answerOwner(request: IncomingMessage, response: ContextResponse): boolean {
    if (request.url !== unlockedContentPath || request.method !== 'GET') return false;
    const token = bearerToken(request.headers.authorization);
    const account = token === null ? undefined : identity.rememberedAccount(token);
    if (!account || !admit('standard', response)) return false;
    response.locals.route = unlockedContentPath;
    ownedAnswer(services, account).then(
      (content) => sendPolled(request, response, readUnlockedContent, content, ownHeaders(response)),
      // Express repeats the query, gets the same result, and handles the error.
      () => app(request, response),
    );
    return true;
  }

  function takeEvent(request: IncomingMessage, response: ContextResponse): boolean {
    if (request.url !== webhookPath || request.method !== 'POST') return false;
    const { 'content-length': length, 'stripe-signature': signature } = request.headers;
    // Express reads bodies of unknown length (chunked), too.
    if (!(Number(length) <= eventBody.largestBytes) || !webhooks.mayBeSigned(signature)) return false;
    response.locals.route = webhookPath;
    // Express's own body reader, which works without Express.
    readEvent(request as Request, response as Response, (error?: unknown) => {
      const { body: bytes } = request as Request;
      // Load shedding only counts it now; if refused, Express finds the body read, and answers 503.
      if (!error && !admit('webhook', response)) {
        app(request, response);
        return;
      }
      const received = error
        ? Promise.reject(error)
        : receiveEvent(bytes, signature, response.locals.requestId);
      received.then(
        (answer) => {
          const body = JSON.stringify(answer);
          const about = ['content-type', 'application/json; charset=utf-8', 'content-length'];
          const headers = [...ownHeaders(response), ...about, String(Buffer.byteLength(body))];
          response.writeHead(200, headers).end(body);
        },
        () => {
          response.locals.receivedEvent = received;
          app(request, response);
        },
      );
    });
    return true;
  }

  const answer: RequestListener = (request, plainResponse) => {
    const response = giveContext(request, plainResponse);
    const withBody = hasBody(request);
    if (withBody) watchBody(request, response);
    const answered = withBody
      ? takeEvent(request, response)
      : site.answer(request, response) || answerOwner(request, response);
    if (!answered) app(request, response);
  };
  return { answer, messages: messagesOf(app) };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
