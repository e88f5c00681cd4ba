// The Express app: security headers, the calls of the API, pages and static files, error answers.

import express, { type Express, type RequestHandler } from 'express';
import { Refusal } from '#server/refusal.ts';
import { calls } from '#shared/api/calls.ts';
import { patternOf, readOpenApi, receiveStripeEvent } from '#shared/endpoints.ts';
import { authenticator } from './authenticate.ts';
import { answerErrors } from './error-handler.ts';
import { type Admit, shedLoad } from './load-shedding.ts';
import { mountCalls } from './mount-calls.ts';
import { sendProblem } from './problem.ts';
import { createRateLimits } from './rate-limits.ts';
import { accountCalls } from './routes/accounts.ts';
import { buyingCalls } from './routes/buying.ts';
import { cspReportCalls } from './routes/csp-reports.ts';
import { operatorCalls } from './routes/operator.ts';
import { owningCalls } from './routes/owning.ts';
import { siteCalls } from './routes/site.ts';
import { webVitalsCalls } from './routes/web-vitals.ts';
import { type EventReceiver, webhookCalls, webhookPrechecks } from './routes/webhook.ts';
import { type SecurityHeaders, setHeaders } from './security-headers.ts';
import type { Services } from './services.ts';
import { sessionCookie } from './session-cookie.ts';

/** No body of any call is larger, in bytes. */
export const largestBody = calls[receiveStripeEvent].body.largestBytes;

/**
 * Everything the site answers, as one Express app. Requests come from the fast path (fast-path.ts), which gives them
 * their context and answers by itself what is asked most.
 */
export function createApp(
  services: Services,
  headers: SecurityHeaders,
  admit: Admit,
  receiveEvent: EventReceiver,
): Express {
  const { config, counts, metrics } = services;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Only answers that may be kept have a tag, and they set it themselves.
  app.set('etag', false);
  const shed = shedLoad(admit, metrics);
  app.use((_request, response, next) => {
    setHeaders(response, headers.document);
    response.setHeader('x-request-id', response.locals.requestId);
    next();
  });
  app.use(refuseLargeBodies);
  mountCalls(
    app,
    {
      ...webhookCalls(receiveEvent),
      ...siteCalls(services),
      ...buyingCalls(services),
      ...owningCalls(services),
      ...accountCalls(services),
      ...cspReportCalls(services),
      ...webVitalsCalls(services),
      ...operatorCalls(services),
    },
    {
      ...{ shed, authenticate: authenticator(services), sessionCookie: sessionCookie(config) },
      prechecks: webhookPrechecks(services),
      limits: createRateLimits(config.rateLimitFactor, counts, metrics),
      allowedOrigins: config.allowedOrigins,
      hasOperators: config.operatorGroup !== null,
    },
  );
  app.use(shed('standard'));
  app.use('/api', () => {
    throw new Refusal('not_found', `There is no such call. ${patternOf(readOpenApi)} lists them all.`);
  });
  app.use(services.site.handler);
  app.use(answerErrors);
  return app;
}

/**
 * Refuses a body that says of itself that it is too large, and ends the connection: the parsers would read it to its end
 * before they answer. One that does not say how long it is meets the parsers' own limits.
 */
const refuseLargeBodies: RequestHandler = (request, response, next) => {
  if (Number(request.get('content-length') ?? 0) <= largestBody) {
    next();
    return;
  }
  response.set('connection', 'close');
  sendProblem(response, 'body_too_large', 'Send at most 64 KiB.');
};
