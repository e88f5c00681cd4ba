// A limit on answers that are streamed from disk, because a slow client can keep them open as long as it likes.

import type { NextFunction, Response } from 'express';
import { Refusal } from '#server/refusal.ts';
import { Crowd } from './crowd.ts';
import type { ContextResponse } from './request-context.ts';

/**
 * The most concurrent streams of one IP address; blocks of addresses, and all clients together, get more
 * (`blocksOf` in client-address.ts). Each costs a file handle and some 100 kB of buffers.
 */
export const mostStreams = 32;

/**
 * Limits how many answers are streamed at the same time: in all, and per IP address. When all places are taken, the oldest
 * stream of the address that has most ends for one that has fewer, so that a few addresses cannot keep all others out.
 * @returns a function that counts an answer as a stream until it is closed, and returns whether one more is allowed
 */
export function limitStreams(): (response: ContextResponse) => boolean {
  const crowd = new Crowd({ holdings: mostStreams, bytes: Number.POSITIVE_INFINITY });
  return (response) => {
    // The client may have disconnected while its grants were read.
    if (response.closed) return true;
    const end = () => {
      letGo();
      response.req.socket.destroy();
    };
    const { parties, letGo } = crowd.hold(response.locals.address, { bytes: 0, end });
    for (const [index, party] of parties.entries()) {
      if (party.share <= 1 || party.endOneFor(parties[index - 1])) continue;
      letGo();
      return false;
    }
    response.once('close', letGo);
    return true;
  };
}

/** Of this process: file handles and memory are its own. */
const admitStream = limitStreams();

/**
 * To be called before a file is streamed: the request no longer counts as concurrent, but as a stream. So clients that
 * read slowly only compete with each other.
 * @throws {Refusal} `service_unavailable`
 */
export function beginStream(response: ContextResponse): void {
  if (!admitStream(response)) {
    throw new Refusal(
      'service_unavailable',
      'Too many files are being downloaded right now. Try again in a moment.',
    );
  }
  response.locals.leavePlace?.();
}

/**
 * What happens once a file is sent or its sending has failed. A client that goes away is not an error, and neither is what came
 * after its request and broke the connection.
 */
export const unlessGone =
  ({ req }: Response, next: NextFunction) =>
  (error?: Error): void => {
    if (error && !req.socket.destroyed) next(error);
  };
