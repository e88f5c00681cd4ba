import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import { Refusal } from '#server/refusal.ts';
import { sendProblem } from './problem.ts';

type Method = 'get' | 'post' | 'delete';
type Handler = (request: Request, response: Response) => Promise<void> | void;

/** Adds the methods of one path. Any other method is 405 with `Allow`. */
export function endpoint(router: Router, path: string, handlers: Partial<Record<Method, Handler>>): void {
  const route = router.route(path);
  // Noted now: once an error leaves the router, Express no longer says where it came from.
  route.all((request, response, next) => {
    response.locals.route = `${request.baseUrl}${path === '/' ? '' : path}`;
    next();
  });
  const methods = Object.entries(handlers) as [Method, Handler][];
  for (const [method, handler] of methods) route[method](handler as RequestHandler);
  const allowed = methods.flatMap(([method]) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  route.all((_request, response) => {
    response.set('allow', allowed.join(', '));
    sendProblem(response, 'method_not_allowed', `Use ${allowed.join(' or ')}.`);
  });
}

/**
 * The body of a JSON request.
 * @throws {Refusal} `unsupported_media_type` when it is not declared as JSON, `invalid_request` with the field when it
 * is not of the schema's form
 */
export function jsonBody<S extends z.ZodType>(request: Request, schema: S): z.infer<S> {
  if (!request.is('application/json')) {
    throw new Refusal('unsupported_media_type', 'Send JSON with the content type application/json.');
  }
  const parsed = schema.safeParse(request.body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal('invalid_request', issue?.message ?? 'Not of the expected form.', issue?.path.join('.'));
}
