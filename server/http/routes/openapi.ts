import { Router } from 'express';
import { endpoint } from '../endpoint.ts';
import { openapiDocument } from '../openapi.ts';

/** `GET /api/openapi.json`. */
export function openapiRouter(): Router {
  const router = Router();
  let document: object | undefined;
  endpoint(router, '/openapi.json', {
    get(_request, response) {
      document ??= openapiDocument();
      response.set('cache-control', 'no-cache').json(document);
    },
  });
  return router;
}
