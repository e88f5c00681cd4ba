import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Without those that hold the site's address (server/http/static-files.ts): those are compressed when it is known. */
const textFiles = new Set(['.js', '.css', '.svg', '.html', '.json']);

/**
 * Writes a `.br` (quality 11) and a `.gz` sibling for every text file below `folder`.
 * @throws {Error} for an empty one
 */
export async function compressTextFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && textFiles.has(extname(entry.name)))
      .map((entry) => compress(join(entry.parentPath, entry.name))),
  );
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length === 0) throw new Error(`${file} is empty.`);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
