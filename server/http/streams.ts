// A limit on answers that are streamed from disk, because a slow client can keep them open as long as it likes.

import { Refusal } from '#server/refusal.ts';
import { blocksOf } from './client-address.ts';
import type { ContextResponse } from './request-context.ts';

/** The most concurrent streams. Each costs a file handle and some 100 kB of buffers. */
export const mostStreams = {
  all: 256,
  /** Per IP address; blocks of addresses (IPv6 prefixes) get more, as for rate limits. */
  address: 32,
};

/**
 * Limits how many answers are streamed at the same time: in all, and per IP address.
 * @returns a function that counts an answer as a stream until it is closed, and returns whether one more is allowed
 */
export function limitStreams(): (response: ContextResponse) => boolean {
  let underWay = 0;
  const byBlock = new Map<string, number>();
  return (response) => {
    // The client may have disconnected while its grants were read.
    if (response.closed) return true;
    const blocks = blocksOf(response.locals.address);
    if (underWay >= mostStreams.all) return false;
    if (blocks.some(({ key, factor }) => (byBlock.get(key) ?? 0) >= mostStreams.address * factor))
      return false;
    underWay += 1;
    for (const { key } of blocks) byBlock.set(key, (byBlock.get(key) ?? 0) + 1);
    response.once('close', () => {
      underWay -= 1;
      for (const { key } of blocks) {
        const rest = (byBlock.get(key) ?? 0) - 1;
        if (rest > 0) byBlock.set(key, rest);
        else byBlock.delete(key);
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
