import { Router } from 'express';
import type { Config } from '#server/config.ts';
import type { PublicConfig } from '#shared/api/config.ts';
import { endpoint } from '../endpoint.ts';

/** The part of the configuration that pages may know. */
export function publicConfigOf(config: Config): PublicConfig {
  const { userPoolId, clientId, endpoint: identityEndpoint } = config.identity;
  return {
    publicUrl: config.publicUrl,
    testPayments: config.stripe.testMode,
    identity: { userPoolId, clientId, endpoint: identityEndpoint },
    newsletterFormUrl: config.newsletterFormUrl,
  };
}

/** `GET /api/config`. */
export function configRouter(config: Config): Router {
  const router = Router();
  const publicConfig = publicConfigOf(config);
  endpoint(router, '/config', {
    get(_request, response) {
      response.set('cache-control', 'no-cache').json(publicConfig);
    },
  });
  return router;
}
