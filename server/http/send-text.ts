// Streams long texts as they are made, with backpressure.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a text that comes in pieces, each after the client has taken the ones before: however long it is, little of it is
 * in memory. A client that goes away in the middle is not an error; no further pieces are made.
 */
export async function sendText(pieces: AsyncIterable<string>, response: Response): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
