// Downloads of owned files, with Range requests.

import { stat } from 'node:fs/promises';
import { join, resolve as resolvePath } from 'node:path';
import type { Request, Response } from 'express';
import { unlockedContent } from '#server/claiming/unlocked-content.ts';
import type { Account } from '#server/identity/identity-provider.ts';
import { Refusal } from '#server/refusal.ts';
import { downloadById, ownedItems } from '#shared/unlocks.ts';
import { setServerTiming } from '../request-context.ts';
import type { Services } from '../services.ts';
import { beginStream } from '../streams.ts';

/**
 * Sends a file to accounts that own it, with Range requests.
 * @throws {Refusal} `not_found`, `forbidden`, `file_missing`, `service_unavailable`
 */
export async function sendDownload(
  services: Pick<Services, 'ledger' | 'clock' | 'config'>,
  account: Account,
  id: string,
  response: Response,
): Promise<void> {
  const download = downloadById(id);
  if (!download) throw new Refusal('not_found', 'There is no such file.');
  const grants = await unlockedContent(services, account);
  const owned = ownedItems(grants.map(({ adventureId }) => adventureId));
  if (!owned.some((item) => item.kind === 'download' && item.downloadId === id)) {
    throw new Refusal('forbidden', 'This file belongs to a reward that your account does not hold.');
  }
  beginStream(response);
  response.set('cache-control', 'private, no-cache').vary('Authorization').vary('Cookie');
  await send(response, download, services.config.downloadsDir);
}

/**
 * Sends a file or the requested range; a client that goes away in the middle is not an error.
 * @throws {Refusal} `file_missing`
 */
async function send(
  response: Response,
  { file, saveAs }: { file: string; saveAs: string },
  root: string,
): Promise<void> {
  const facts = await factsOf(response, root, file);
  response.set('etag', facts.etag);
  readAsMeant(response.req, facts);
  setServerTiming(response);
  await new Promise<void>((resolve, reject) => {
    response.download(file, saveAs, { root: resolvePath(root) }, (error) => {
      if (!error || response.headersSent || response.req.socket.destroyed) return resolve();
      // The headers of the file do not fit the problem answer that follows.
      for (const name of ['content-disposition', 'etag', 'last-modified', 'accept-ranges'])
        response.removeHeader(name);
      reject(error);
    });
  });
}

/** Removes request headers where Express would read them otherwise than RFC 9110. */
function readAsMeant(
  { headers }: Request,
  { size, etag, lastModified }: Awaited<ReturnType<typeof factsOf>>,
): void {
  // Clients that bypass their own cache add `no-cache` to an If-None-Match that they send by hand, and Express would then
  // send a file that they have again (etag.ts).
  delete headers['cache-control'];
  // The last 1000 bytes of a shorter file are all of it (section 14.1.2), and no range beyond its end.
  const suffix = /^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1];
  if (Number(suffix) > size) delete headers.range;
  // A download goes on only with exactly the file that was named (section 13.1.5). To Express any file with an older date is
  // the same, such as one that was put back from a backup, and a tag that a proxy made weak when it changed the bytes.
  const named = headers['if-range'];
  if (named !== undefined && named !== etag && named !== lastModified) delete headers.range;
}

/**
 * The size of a file in bytes, its date as its `Last-Modified` says it, and its ETag, by which a browser resumes a broken download
 * if the file is unchanged (RFC 9110 section 13.1.5). Express's own ETags are off.
 */
async function factsOf(response: Response, root: string, file: string) {
  try {
    const { size, mtime, mtimeMs } = await stat(join(root, file));
    const etag = `"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`;
    return { size, etag, lastModified: mtime.toUTCString() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    response.locals.log.error({ file }, 'a file that buyers own is missing in the downloads directory');
    throw new Refusal('file_missing', 'The file is being put back. Try again later.');
  }
}
