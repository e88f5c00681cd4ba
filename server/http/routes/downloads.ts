import { resolve as resolvePath } from 'node:path';
import { type Response, Router } from 'express';
import { Refusal } from '#server/domain/refusal.ts';
import { unlockedContent } from '#server/domain/unlocked-content.ts';
import { ownedItems } from '#shared/unlocks.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** Files by download id: where they lie in the downloads directory, and what the buyer's copy is called. */
const files: Record<string, { file: string; saveAs: string }> = {
  'fod-artbook': { file: 'fod-artbook.pdf', saveAs: 'The Fortress of Death - Artbook.pdf' },
};

/** `GET /api/downloads/:id`: files for those who own them, with Range requests. */
export function downloadsRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  endpoint(router, '/downloads/:id', {
    async get(request, response) {
      const account = await authenticate.account(request);
      const id = String(request.params['id']);
      const download = Object.hasOwn(files, id) ? files[id] : undefined;
      if (!download) throw new Refusal('not_found', 'There is no such file.');
      const content = await unlockedContent(services, account);
      const owned = ownedItems((content.data[0]?.adventures ?? []).map(({ adventureId }) => adventureId));
      if (!owned.some((item) => item.kind === 'download' && item.downloadId === id)) {
        throw new Refusal('forbidden', 'This file belongs to a reward that your account does not hold.');
      }
      response.set('cache-control', 'private, no-cache').vary('Authorization').vary('Cookie');
      await send(response, download, services.config.downloadsDir);
    },
  });
  return router;
}

/** Sends a file; a client that goes away in the middle is not an error. */
function send(
  response: Response,
  { file, saveAs }: { file: string; saveAs: string },
  root: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.download(file, saveAs, { root: resolvePath(root) }, (error) => {
      if (!error || response.headersSent) return resolve();
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return reject(error);
      response.locals.log.error({ file }, 'a file that buyers own is missing in the downloads directory');
      reject(new Refusal('file_missing', 'The file is being put back. Try again later.'));
    });
  });
}
