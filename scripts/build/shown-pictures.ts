import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks that the build has made every picture that a page shows. A component names pictures as text (`art` of
 * `client/ui/Picture.tsx`), and names of adventures are not known to the compiler, so it cannot find a misspelt one.
 * @param html of the page
 * @param client the folder of the built site's files
 * @param path of the page, for the message
 * @throws {Error} naming the page and the picture
 */
export function assertPicturesThere(html: string, client: string, path: string): void {
  const missing = html.match(/\/art\/[\w.-]+/g)?.find((file) => !existsSync(join(client, file)));
  if (missing) {
    throw new Error(
      `The page ${path} shows ${missing}: no picture of scripts/build/art-pictures.ts has this name and width.`,
    );
  }
}
