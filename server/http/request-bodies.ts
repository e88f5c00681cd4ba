// The bodies of requests: their limits, how they are read, and JSON checked against a call's contract.

import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { Refusal } from '#server/refusal.ts';
import { calls, contractOf, type Endpoint } from '#shared/api/calls.ts';
import type { BodyRule } from '#shared/api/contract.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { sendAtMost } from './problem.ts';

/** The default limit of JSON bodies; a contract may set another. */
const usualBody: BodyRule = { types: ['application/json'], largestBytes: 64 * 1024 };

/** The largest body of any call, in bytes. */
export const largestBody = Math.max(
  ...(Object.keys(calls) as Endpoint[]).map(
    (endpoint) => (contractOf(endpoint).body ?? usualBody).largestBytes,
  ),
);

/** The body that a call takes, if it takes one. */
export function bodyOf(endpoint: Endpoint): BodyRule | undefined {
  const { request, body } = contractOf(endpoint);
  return body ?? (request && usualBody);
}

/**
 * Refuses a body whose Content-Length is larger than any call takes, and one without it for a call that takes none, and
 * closes the connection: all of it would be read even so.
 * @param body what the call itself takes: its limit is the one that the answer names
 */
export const checkBodyLength =
  (body?: BodyRule): RequestHandler =>
  ({ headers }, response, next) => {
    const refuse = (code: ErrorCode, detail: string) => {
      response.set('connection', 'close');
      throw new Refusal(code, detail);
    };
    if (Number(headers['content-length'] ?? 0) > largestBody)
      refuse('body_too_large', sendAtMost((body ?? usualBody).largestBytes));
    if (!body && headers['transfer-encoding'] !== undefined)
      refuse('invalid_request', 'Send no body with this call.');
    next();
  };

/**
 * The most pieces in which a body may arrive, as chunks or as packets: each costs about two microseconds and 400 bytes, however
 * small.
 */
const mostPieces = 1024;

/**
 * Reads the bytes of a body. A compressed one is refused: a few bytes of Brotli make its decompressor take 16 MiB before
 * any limit counts. With `Expect: 100-continue` and too large a Content-Length, the body is never sent.
 */
export function bodyReader({ types, largestBytes: limit }: BodyRule): RequestHandler {
  const read = express.raw({ type: types === 'raw' ? () => true : [...types], limit, inflate: false });
  return (request, response, next) => {
    const { expect, 'content-length': length } = request.headers;
    if (expect !== undefined) {
      // The reader would wait for the end of the body before it refuses.
      if (Number(length) > limit) {
        response.setHeader('connection', 'close');
        throw new Refusal('body_too_large', sendAtMost(limit));
      }
      response.writeContinue();
    }
    read(request, response, boundPieces(request, response, limit, next));
  };
}

/**
 * Refuses a body as soon as it is too long or comes in too many pieces, and closes the connection: the reader would go on to
 * the end of it.
 * @returns what continues with the request, unless it has been refused
 */
function boundPieces(request: Request, response: Response, limit: number, next: NextFunction): NextFunction {
  let [bytes, pieces] = [0, 0];
  const refuse = (code: ErrorCode, detail: string) => {
    request.off('data', count);
    // The reader has given it up, for its type perhaps, and it was answered before all of it came.
    if (response.headersSent) return request.socket.destroySoon();
    response.set('connection', 'close');
    proceed(new Refusal(code, detail));
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    pieces += 1;
    if (bytes > limit) refuse('body_too_large', sendAtMost(limit));
    else if (pieces > mostPieces) refuse('invalid_request', 'Send the body in fewer and larger pieces.');
  };
  let proceeds = true;
  const proceed: NextFunction = (error?: unknown) => {
    if (proceeds) next(error);
    proceeds = false;
  };
  request.on('data', count);
  return proceed;
}

/**
 * What a handler gets of a body: bytes, JSON of any form, or JSON of its contract's form.
 * @throws {Refusal} `unsupported_media_type`, `invalid_json`, `invalid_request`
 */
export function contentOf(endpoint: Endpoint, request: Request): unknown {
  const { request: schema, body } = contractOf(endpoint);
  if (schema) return checkedJson(request, schema);
  return body?.types === 'raw' ? request.body : parsed(request);
}

function checkedJson<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  if (!request.is('application/json')) {
    throw new Refusal('unsupported_media_type', 'Send JSON with the content type application/json.');
  }
  return checked(schema, parsed(request));
}

const otherCharset = /;\s*charset\s*=\s*(?!"?utf-8"?\s*(?:;|$))/i;

/**
 * A body parsed as JSON, or `undefined` when it was not read because it is of another type. Only for a handler, which gets
 * what its schema names of it: 64 KiB of brackets become 2 MB, and hundreds of those at a time would end the process.
 * @throws {Refusal} `unsupported_media_type` when it is not UTF-8, `invalid_json` also for a mere text or number
 */
function parsed({ headers, body }: Request): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  if (otherCharset.test(headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type', 'Send the body in UTF-8.');
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refusal('invalid_json', 'Send well-formed JSON.');
}

/** @throws {Refusal} `invalid_request` with the field when it is not of the schema's form */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || undefined;
  throw new Refusal('invalid_request', issue?.message ?? 'Not of the expected form.', field);
}
