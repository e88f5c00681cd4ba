/** `npm run build`: the browser's files, every page as HTML, the artbooks, and compressed copies of both kinds of text. */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import { writeArtbooks } from './build/artbook.ts';
import { compressTextFiles } from './build/compress.ts';
import { writeExtras } from './build/extras.ts';
import { writePages } from './build/pages.ts';
import { removeOldPictures } from './build/picture-cache.ts';

const started = performance.now();
// React chooses its production build by this name when the prerenderer is loaded.
process.env['NODE_ENV'] = 'production';

const root = resolve(import.meta.dirname, '..');
const configFile = resolve(root, 'vite.config.ts');
await rm(resolve(root, 'dist'), { recursive: true, force: true });
// The artbooks need nothing of the site: drawing them takes what the pages' pictures leave of the cores.
await Promise.all([
  writeArtbooks(resolve(root, 'dist/downloads')),
  build({ configFile, logLevel: 'warn' }),
  build({
    configFile,
    logLevel: 'warn',
    build: {
      ssr: 'prerender.tsx',
      outDir: '../dist/prerender',
      manifest: false,
      copyPublicDir: false,
    },
  }),
]);
const pages = await writePages(resolve(root, 'dist'));
console.log('Link previews, icons and the press kit …');
await writeExtras(resolve(root, 'dist/client'), pages);
console.log('Compressed copies of all texts …');
await compressTextFiles(resolve(root, 'dist/client'));
await removeOldPictures();
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
