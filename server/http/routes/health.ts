import { Router } from 'express';
import { endpoint } from '../endpoint.ts';
import { sendProblem } from '../problem.ts';
import type { Services } from '../services.ts';

/** `/healthz`: the process answers. `/readyz`: it can do its work, so a balancer may send people here. */
export function healthRouter({ ledger, readiness }: Pick<Services, 'ledger' | 'readiness'>): Router {
  const router = Router();
  endpoint(router, '/healthz', {
    get(_request, response) {
      response.set('cache-control', 'no-store').json({ status: 'ok' });
    },
  });
  endpoint(router, '/readyz', {
    async get(_request, response) {
      const [obstacle] = readiness.obstacles();
      if (obstacle !== undefined) {
        sendProblem(response, 'service_unavailable', obstacle);
        return;
      }
      try {
        await ledger.ping();
      } catch (error) {
        response.locals.log.error({ err: error }, 'the database does not answer');
        sendProblem(response, 'service_unavailable', 'The database does not answer.');
        return;
      }
      response.set('cache-control', 'no-store').json({ status: 'ready' });
    },
  });
  return router;
}
