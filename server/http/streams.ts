// A limit on answers that are streamed from disk, because a slow client can keep them open as long as it likes.

import { Refusal } from '#server/refusal.ts';
import { blockOf, blockSizes } from './client-address.ts';
import type { ContextResponse } from './request-context.ts';

/** The most concurrent streams. Each costs a file handle and some 100 kB of buffers. */
export const mostStreams = {
  all: 256,
  /** Per IP address; blocks of addresses (IPv6 prefixes) get more, as for rate limits. */
  address: 32,
};

/** Counts an answer as a stream until it is closed. @returns whether one more stream is allowed */
export type AdmitStream = (response: ContextResponse) => boolean;

/** Limits how many answers are streamed at the same time: in all, and per IP address. */
export function limitStreams(): AdmitStream {
  let underWay = 0;
  const byBlock = new Map<string, number>();
  return (response) => {
    // The client may have disconnected while its grants were read.
    if (response.closed) return true;
    const blocks = blockSizes.flatMap((size) => {
      const key = blockOf(response.locals.address, size);
      return key === null ? [] : [{ key, most: mostStreams.address * size.factor }];
    });
    if (underWay >= mostStreams.all) return false;
    if (blocks.some(({ key, most }) => (byBlock.get(key) ?? 0) >= most)) return false;
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

/**
 * To be called before a file is streamed: the request no longer counts as concurrent, but as a stream. So clients that
 * read slowly only compete with each other.
 * @throws {Refusal} `service_unavailable`
 */
export function beginStream({ locals }: Pick<ContextResponse, 'locals'>): void {
  if (locals.place?.becomeStream() === false) {
    throw new Refusal(
      'service_unavailable',
      'Too many files are being downloaded right now. Try again in a moment.',
    );
  }
}
