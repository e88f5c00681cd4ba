// Detects the text encoding of files that spreadsheets write (UTF-8, UTF-16, Windows-1252).

import { isUtf8 } from 'node:buffer';

/**
 * Decodes text in the encodings that spreadsheets write: UTF-8, UTF-16 (either byte order, by its BOM or by the zeros of
 * ASCII letters), and otherwise Windows-1252, in which every byte is a character.
 */
export function decodeText(bytes: Buffer) {
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes), encoding: 'UTF-8' };
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Other encodings have no zero bytes; the headings of a table are ASCII letters.
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] !== 0 && bytes.length > 1 ? 'utf-16be' : null;
}
