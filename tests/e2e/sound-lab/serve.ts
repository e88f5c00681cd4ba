import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import express from 'express';
import { build } from 'vite';
import { securityHeaders, setHeaders } from '#server/http/security-headers.ts';
import type { Shop } from '../../support/shop.ts';

/** The lab's pages, built as the site is built. */
export interface Lab {
  url: string;
  close(): Promise<void>;
}

/**
 * Builds the pages of this folder and serves them with the very headers of the site, its content policy among them.
 * @param config whose headers; a shop's
 */
export async function openLab(config: Shop['config']): Promise<Lab> {
  const outDir = mkdtempSync(join(tmpdir(), 'sound-lab-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    plugins: [react()],
    logLevel: 'error',
    define: { 'import.meta.env.ART_VERSION': '"0"' },
    worker: { format: 'es' },
    build: {
      outDir,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['lab.html', 'block.html'].map((page) => resolve(import.meta.dirname, page)),
      },
    },
  });
  const headers = securityHeaders(config).document;
  const app = express().use((_request, response, next) => {
    setHeaders(response, headers);
    next();
  }, express.static(outDir));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
      rmSync(outDir, { recursive: true });
    },
  };
}
