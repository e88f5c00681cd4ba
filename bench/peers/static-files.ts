import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import sirv from 'sirv';

/** `node bench/peers/static-files.ts bare|sirv|express DIRECTORY`: other ways to serve the files of a directory. */
const [, , kind = '', directory = ''] = process.argv;

/** A line of the index that `bench/pages.ts` writes. */
interface Indexed {
  path: string;
  file: string;
  type: string;
  packed: boolean;
}

/** The least there is: compressed buffers out of a map, and no header that is not needed. */
function bare(): RequestListener {
  const index = JSON.parse(readFileSync(join(directory, '../index.json'), 'utf8')) as Indexed[];
  const held = new Map(
    index.map(({ path, file, type, packed }) => {
      const body = readFileSync(join(directory, packed ? `${file}.gz` : file));
      const headers = ['content-type', type, 'content-length', String(body.length)];
      return [path, { body, headers: packed ? [...headers, 'content-encoding', 'gzip'] : headers }];
    }),
  );
  return (request, response) => {
    const found = held.get(request.url ?? '');
    if (found) response.writeHead(200, found.headers).end(found.body);
    else response.writeHead(404).end();
  };
}

const listeners: Record<string, () => RequestListener> = {
  bare,
  sirv: () => sirv(directory, { gzip: true, etag: true, maxAge: 3600, extensions: ['html'] }),
  express: () => express().use(express.static(directory, { maxAge: 3_600_000, extensions: ['html'] })),
};
createServer(listeners[kind]?.()).listen(Number(process.env['PORT']), '127.0.0.1');
