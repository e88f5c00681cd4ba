// A limit on answers that are streamed from disk: they last as long as their clients like.

import { Refusal } from '#server/refusal.ts';
import { blockOf, blockSizes } from './client-address.ts';
import type { ContextResponse } from './request-context.ts';

/** Streams at the same time. Each costs a file handle and some 100 kB of buffers. */
export const mostStreams = {
  all: 256,
  /** Of one address; blocks of addresses get more, as for rate limits. */
  address: 32,
};

/** Counts an answer among the streams until it is closed. @returns whether there was room for one more */
export type AdmitStream = (response: ContextResponse) => boolean;

/** Limits how many answers are streamed at the same time: in all, and to one address. */
export function limitStreams(): AdmitStream {
  let underWay = 0;
  const byBlock = new Map<string, number>();
  return (response) => {
    // The client may have left while its grants were read.
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
 * To be called before a file is streamed: the request gives its place back to those that are answered at the same time, and
 * is counted as a stream instead. So clients that read slowly only compete with each other.
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
