import { createRequire } from 'node:module';
import { Router } from 'express';

const { resolve: fileOf } = createRequire(import.meta.url);

/** The shop's typefaces as their packages have them, whole: nobody waits for them here. */
const files = {
  text: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  display: '@fontsource-variable/imbue/files/imbue-latin-opsz-normal.woff2',
} as const;

/** Where the stylesheet finds a typeface. */
export function fontPath(name: keyof typeof files): string {
  return `/sandbox/fonts/${name}.woff2`;
}

/** Sends the typefaces of the sandbox's pages. */
export function fontsRouter(): Router {
  const router = Router();
  for (const name of ['text', 'display'] as const) {
    router.get(fontPath(name), (_request, response) =>
      response.sendFile(fileOf(files[name]), { dotfiles: 'allow', maxAge: '1 day' }),
    );
  }
  return router;
}
