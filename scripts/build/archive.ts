import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/**
 * A zip archive, with the same bytes for the same content, whenever and wherever it is made.
 * @param files content by name
 */
export async function archiveOf(files: ReadonlyMap<string, string | Uint8Array>): Promise<Uint8Array> {
  const archive = new ZipFile();
  // Archives hold wall clock times; these parts are the same in every time zone.
  const mtime = new Date(2025, 0, 1);
  for (const [name, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    // Pictures are compressed already.
    const compress = !/\.(jpg|png)$/.test(name);
    archive.addBuffer(Buffer.from(content), name, {
      mtime,
      mode: 0o100644,
      compress,
      forceDosTimestamp: true,
    });
  }
  archive.end();
  return buffer(archive.outputStream);
}
