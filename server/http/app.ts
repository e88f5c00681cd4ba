// The Express app: security headers, the calls of the API, pages and static files, error answers.

import express, { type Express } from 'express';
import { Refusal } from '#server/refusal.ts';
import { calls } from '#shared/api/calls.ts';
import { patternOf, readOpenApi, receiveStripeEvent } from '#shared/endpoints.ts';
import { authenticator } from './authenticate.ts';
import { answerErrors } from './error-handler.ts';
import { type Admit, shedLoad } from './load-shedding.ts';
import { mountCalls } from './mount-calls.ts';
import { createRateLimits } from './rate-limits.ts';
import { checkBodyLength } from './request-bodies.ts';
import { accountCalls } from './routes/accounts.ts';
import { buyingCalls } from './routes/buying.ts';
import { claimingCalls } from './routes/claiming.ts';
import { cspReportCalls } from './routes/csp-reports.ts';
import { operatorCalls } from './routes/operator.ts';
import { siteCalls } from './routes/site.ts';
import { webVitalsCalls } from './routes/web-vitals.ts';
import { refuseUnsigned, webhookCalls } from './routes/webhook.ts';
import { type SecurityHeaders, setHeaders } from './security-headers.ts';
import type { Services } from './services.ts';
import { sessionCookie } from './session-cookie.ts';

/**
 * The Express app, which can answer everything. Requests come through the fast path (fast-path.ts), which creates their
 * context and answers the most frequent ones itself.
 */
export function createApp(services: Services, headers: SecurityHeaders, admit: Admit): Express {
  const { config, counts, metrics } = services;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Only cacheable answers have an ETag, and they set it themselves.
  app.set('etag', false);
  const shed = shedLoad(admit, metrics);
  app.use((_request, response, next) => {
    setHeaders(response, headers.document);
    response.setHeader('x-request-id', response.locals.requestId);
    next();
  });
  app.post(
    patternOf(receiveStripeEvent),
    checkBodyLength(calls[receiveStripeEvent].body),
    refuseUnsigned(services),
  );
  mountCalls(
    app,
    {
      ...webhookCalls(services),
      ...siteCalls(services),
      ...buyingCalls(services),
      ...claimingCalls(services),
      ...accountCalls(services),
      ...cspReportCalls(services),
      ...webVitalsCalls(services),
      ...operatorCalls(services),
    },
    {
      shed,
      authenticate: authenticator(services),
      sessionCookie: sessionCookie(config),
      limits: createRateLimits(config.rateLimitFactor, counts, metrics),
      allowedOrigins: config.allowedOrigins,
      hasOperators: config.operatorGroup !== null,
    },
  );
  app.use(checkBodyLength());
  app.use(shed('standard'));
  app.use('/api', () => {
    throw new Refusal('not_found', `There is no such call. ${patternOf(readOpenApi)} lists them all.`);
  });
  app.use(services.site.handler);
  app.use(answerErrors);
  return app;
}
