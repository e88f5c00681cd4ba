import { createRequire } from 'node:module';
import { Router } from 'express';
import { typefaces } from '#shared/typefaces.ts';

const { resolve: fileOf } = createRequire(import.meta.url);

/** Where the stylesheet finds a typeface. */
export function fontPath(name: keyof typeof typefaces): string {
  return `/sandbox/fonts/${name}.woff2`;
}

/** Sends the typefaces of the sandbox's pages, whole: nobody waits for them here. */
export function fontsRouter(): Router {
  const router = Router();
  for (const name of ['text', 'display'] as const) {
    router.get(fontPath(name), (_request, response) =>
      response.sendFile(fileOf(typefaces[name]), { dotfiles: 'allow', maxAge: '1 day' }),
    );
  }
  return router;
}
