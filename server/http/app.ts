import express, { type Express } from 'express';
import { apiRouter } from './api.ts';
import { cspReportPath, cspReportsRouter } from './csp-reports.ts';
import { answerErrors } from './error-handler.ts';
import { type FixedHeaders, setFixedHeaders } from './fixed-headers.ts';
import { refuseLargeBodies } from './largest-body.ts';
import { type Room, shedLoad } from './load-shedding.ts';
import { healthRouter } from './routes/health.ts';
import { securityTxtRouter } from './routes/security-txt.ts';
import { type EventReceiver, largestEvent, webhookPath, webhookRouter } from './routes/webhook.ts';
import type { Services } from './services.ts';
import { trustedProxies } from './trusted-proxies.ts';

/**
 * Everything the site answers, as one Express app. The order of the lines is the order of the middleware. Requests come
 * from the front (front.ts), which follows them and answers by itself what is asked most.
 */
export function createApp(
  services: Services,
  headers: FixedHeaders,
  room: Room,
  receiveEvent: EventReceiver,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies(services.config.trustProxy));
  app.set('query parser', 'simple');
  // Only answers that may be kept have a tag, and they set it themselves.
  app.set('etag', false);
  app.use(setFixedHeaders(headers));
  app.use(shedLoad(room, services.metrics));
  app.use(refuseLargeBodies(largestEvent));
  // Before any JSON parser: the signature covers the raw bytes. And first: events come in floods.
  app.use(webhookPath, webhookRouter(receiveEvent));
  app.use(healthRouter(services));
  app.use(securityTxtRouter(services.config, services.clock));
  app.use(cspReportPath, cspReportsRouter(services));
  app.use('/api', apiRouter(services));
  app.use(services.site.handler);
  app.use(answerErrors());
  return app;
}
