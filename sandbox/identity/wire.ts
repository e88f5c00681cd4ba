import { randomUUID } from 'node:crypto';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { IdentityError } from './errors.ts';
import type { Faults } from './faults.ts';
import { operations } from './operations/index.ts';
import type { Pool } from './pool.ts';

const service = 'AWSCognitoIdentityProviderService';

/** CORS for any site, as the service does: its answers depend on the body alone, never on a cookie. */
function allowBrowsers(req: Request, res: Response, next: NextFunction): void {
  res.set({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
  });
  if (req.method !== 'OPTIONS') {
    next();
    return;
  }
  res.set({
    'access-control-allow-methods': 'GET,HEAD,POST',
    'access-control-allow-headers': req.get('access-control-request-headers') ?? '*',
    'access-control-max-age': '172800',
  });
  res.status(200).end();
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) && body.length > 0 ? body.toString() : '{}');
  } catch (error) {
    if (error instanceof SyntaxError) throw new IdentityError('SerializationException', 'Invalid JSON');
    throw error;
  }
}

function answer(res: Response, status: number, body: object | undefined): void {
  res.status(status).set({
    'content-type': 'application/x-amz-json-1.1',
    'x-amzn-requestid': randomUUID(),
    'cache-control': 'no-store',
  });
  res.end(body && JSON.stringify(body));
}

function answerError(res: Response, error: IdentityError): void {
  res.set('x-amzn-errortype', `${error.type}:`);
  const status = error.type === 'InternalErrorException' ? 500 : 400;
  answer(res, status, { __type: error.type, message: error.message });
}

/**
 * The service's protocol, AWS JSON 1.1: every call is a `POST /` whose `X-Amz-Target` names the operation. Requests
 * without that header belong to somebody else and are passed on.
 */
export function wireRouter(pool: Pool, faults: Faults): Router {
  const router = express.Router();

  router.options('/', (req, res, next) => {
    const asked = req.get('access-control-request-headers')?.toLowerCase() ?? '';
    if (asked.includes('x-amz-target')) allowBrowsers(req, res, next);
    else next();
  });

  router.post(
    '/',
    (req, res, next) => (req.get('x-amz-target') ? allowBrowsers(req, res, next) : next('router')),
    express.raw({ type: () => true, limit: '256kb' }),
    async (req, res) => {
      const [prefix, name = ''] = (req.get('x-amz-target') ?? '').split('.');
      const fault = faults.next(name);
      if (fault === 'drop') {
        req.socket.destroy();
        return;
      }
      try {
        if (fault) throw fault;
        const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
        if (prefix !== service || !operation) {
          throw new IdentityError('UnknownOperationException', `${prefix}.${name}`);
        }
        answer(res, 200, await operation(pool, parsed(req.body)));
      } catch (error) {
        if (!(error instanceof IdentityError)) throw error;
        answerError(res, error);
      }
    },
  );

  router.get(`/${pool.id}/.well-known/jwks.json`, allowBrowsers, (_req, res) => {
    res.set('cache-control', 'public, max-age=86400').json(pool.keys.jwks());
  });

  return router;
}
