// A limit on answers that are streamed from disk, because a slow client can keep them open as long as it likes.

import { Refusal } from '#server/refusal.ts';
import { blocksOf } from './client-address.ts';
import type { ContextResponse } from './request-context.ts';

/**
 * The most concurrent streams of one IP address; blocks of addresses, and all clients together, get more
 * ({@link blocksOf}). Each costs a file handle and some 100 kB of buffers.
 */
export const mostStreams = 32;

/**
 * Limits how many answers are streamed at the same time: in all, and per IP address.
 * @returns a function that counts an answer as a stream until it is closed, and returns whether one more is allowed
 */
export function limitStreams(): (response: ContextResponse) => boolean {
  const underWay = new Map<string, number>();
  return (response) => {
    // The client may have disconnected while its grants were read.
    if (response.closed) return true;
    const blocks = blocksOf(response.locals.address);
    if (blocks.some(({ key, factor }) => (underWay.get(key) ?? 0) >= mostStreams * factor)) return false;
    for (const { key } of blocks) underWay.set(key, (underWay.get(key) ?? 0) + 1);
    response.once('close', () => {
      for (const { key } of blocks) {
        const rest = (underWay.get(key) ?? 0) - 1;
        if (rest > 0) underWay.set(key, rest);
        else underWay.delete(key);
      }
    });
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
