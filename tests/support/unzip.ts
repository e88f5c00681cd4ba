import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** The files of a zip archive by name, in the order of its directory (APPNOTE 4.3); sizes are checked. */
export function unzip(bytes: Uint8Array): Map<string, Buffer> {
  const archive = Buffer.from(bytes);
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  expect(end).toBeGreaterThan(0);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\u0001\u0002');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const content = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    expect(content.length).toBe(archive.readUInt32LE(at + 24));
    files.set(name, content);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
