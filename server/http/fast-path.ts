// The fast path before Express: cached pages and files, polled calls with known tokens.

import type { IncomingMessage, RequestListener } from 'node:http';
import type { Request, Response } from 'express';
import { Refusal } from '#server/refusal.ts';
import { patternOf, readUnlockedContent } from '#shared/endpoints.ts';
import { createApp } from './app.ts';
import { bearerToken } from './authenticate.ts';
import { watchBodies } from './body-intake.ts';
import { addressDigest, clientAddress, trustedProxies } from './client-address.ts';
import { answerErrors } from './error-handler.ts';
import type { Patience } from './listener.ts';
import { limitConcurrency } from './load-shedding.ts';
import { messagesOf, type SiteListener } from './messages.ts';
import { sendPolled } from './polled-answer.ts';
import { largestBody } from './request-bodies.ts';
import { type ContextResponse, requestContexts, serverTiming } from './request-context.ts';
import { ownedAnswer } from './routes/claiming.ts';
import { type SecurityHeaders, setHeaders } from './security-headers.ts';
import type { Services } from './services.ts';
import { noticeSharedAddresses } from './shared-addresses.ts';

const unlockedContentPath = patternOf(readUnlockedContent);

/**
 * The whole site, with a fast path for the most frequent requests. These are answered here without Express, whose routing
 * takes longer than the answers: cached pages and files, and `unlocked-content` for tokens in the cache. Express answers
 * everything else, and also these in any unusual case: overload, an unknown token, a failure. So nothing here needs to
 * handle errors.
 */
export function createFastPath(
  services: Services,
  headers: SecurityHeaders,
  patience: Patience,
): SiteListener {
  const { site, config, log, metrics, identity } = services;
  const trusts = trustedProxies(config.trustProxy);
  const giveContext = requestContexts(
    log,
    metrics,
    noticeSharedAddresses((request) => clientAddress(request, trusts), log, config.trustProxy !== 0),
    addressDigest(config.sessionKeys[0] ?? ''),
  );
  const admit = limitConcurrency(config.mostRequestsAtOnce);
  const express = createApp(services, headers, admit);
  // An address that Express cannot parse reaches none of the app's middleware. Express's own last handler would wait for the
  // end of the body, and throw where the intake has answered by then.
  const app = (request: IncomingMessage, response: ContextResponse) => {
    const refuse = (error?: unknown) => {
      if (!response.headersSent) setHeaders(response, headers.document);
      const fault = error ?? new Refusal('invalid_request', 'The address is malformed.');
      answerErrors(fault, request as Request, response as Response, () => undefined);
    };
    if (mayBeAddress(request.url)) express(request as Request, response as Response, refuse);
    else {
      // Express would have set it, and its answers read it.
      (request as Request).res = response as Response;
      refuse();
    }
  };
  const watchBody = watchBodies(patience, largestBody);
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

  const answer: RequestListener = (request, plainResponse) => {
    const response = giveContext(request, plainResponse);
    if (hasBody(request)) {
      watchBody(request, response);
      app(request, response);
    } else if (!site.answer(request, response) && !answerOwner(request, response)) app(request, response);
  };
  return { answer, messages: messagesOf(express) };
}

/**
 * Whether a request target is one (RFC 9112 section 3.2): none has a fragment. Of a malformed one Express would print all, with
 * whatever secret is in it.
 */
const mayBeAddress = (url = ''): boolean =>
  !url.includes('#') && (url.startsWith('/') || url === '*' || URL.canParse(url));

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
