import express, { type Express } from 'express';
import { apiRouter } from './api.ts';
import { cspReportPath, cspReportsRouter } from './csp-reports.ts';
import { answerErrors } from './error-handler.ts';
import { followRequest } from './follow-request.ts';
import { refuseLargeBodies } from './largest-body.ts';
import { shedLoad } from './load-shedding.ts';
import { healthRouter } from './routes/health.ts';
import { securityTxtRouter } from './routes/security-txt.ts';
import { largestEvent, webhookRouter } from './routes/webhook.ts';
import { securityHeaders } from './security-headers.ts';
import type { Services } from './services.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** The whole site as one Express app. The order of the lines is the order of the middleware. */
export function createApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies(services.config.trustProxy));
  app.set('query parser', 'simple');
  // Only answers that may be kept have a tag, and they set it themselves.
  app.set('etag', false);
  app.use(followRequest(services.log, services.metrics));
  app.use(securityHeaders(services.config));
  app.use(shedLoad(services.config.mostRequestsAtOnce, services.metrics));
  app.use(refuseLargeBodies(largestEvent));
  app.use(healthRouter(services));
  app.use(securityTxtRouter(services.config, services.clock));
  app.use(cspReportPath, cspReportsRouter(services));
  // Before any JSON parser: the signature covers the raw bytes.
  app.use('/api/stripe/webhook', webhookRouter(services));
  app.use('/api', apiRouter(services));
  app.use(services.site.handler);
  app.use(answerErrors());
  return app;
}
