import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { type FollowedResponse, serverTiming } from './follow-request.ts';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** What each answer carries, worked out once and not for every request. */
export interface FixedHeaders {
  /** Of everything that a browser could open as a document of its own, and of all that is not sure to be none. */
  all: HeaderList;
  /**
   * Of scripts, styles, fonts, pictures and sounds, and of answers to a bearer token or to the payment provider's
   * events, which no navigation carries. The others are policies of documents and mean nothing there.
   */
  plain: HeaderList;
}

const meaningfulEverywhere = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]);

/** The headers that a middleware sets which does nothing else and sets the same for every request. */
export function fixedHeaders(middleware: RequestHandler): FixedHeaders {
  const app = express().disable('x-powered-by').use(middleware);
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' });
  const response = new ServerResponse(request);
  app(request as Request, response as Response, (error: unknown) => {
    if (error) throw error;
  });
  const set = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return { all: set.flat(), plain: set.filter(([name]) => meaningfulEverywhere.has(name)).flat() };
}

/** Sets them on an answer that is put together bit by bit. */
export function setFixedHeaders({ all }: FixedHeaders): RequestHandler {
  return (_request, response, next) => {
    for (let index = 0; index < all.length; index += 2) {
      response.setHeader(all[index] ?? '', all[index + 1] ?? '');
    }
    response.setHeader('x-request-id', response.locals.requestId);
    const { writeHead } = response;
    // Known only when the answer begins, whoever begins it.
    response.writeHead = (...args: unknown[]) => {
      response.setHeader('server-timing', serverTiming(response as FollowedResponse));
      return Reflect.apply(writeHead, response, args);
    };
    next();
  };
}
