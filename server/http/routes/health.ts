import { Router } from 'express';
import { sendProblem } from '../problem.ts';
import type { Services } from '../services.ts';

/** `/healthz`: the process answers. `/readyz`: it can do its work, so a balancer may send people here. */
export function healthRouter({ store }: Pick<Services, 'store'>): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('cache-control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    try {
      await store.ping();
    } catch (error) {
      response.locals.log.error({ err: error }, 'the database does not answer');
      sendProblem(response, 'service_unavailable', 'The database does not answer.');
      return;
    }
    response.set('cache-control', 'no-store').json({ status: 'ready' });
  });
  return router;
}
