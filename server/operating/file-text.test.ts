import { expect, it } from 'vitest';
import { decodeText } from './file-text.ts';

const bytes = (...values: number[]) => Buffer.from(values);
const [e, acute] = [0x65, 0xe9];

it.each([
  ['UTF-16 little-endian by its BOM', 'UTF-16', 'é', bytes(0xff, 0xfe, acute, 0)],
  ['UTF-16 big-endian by its BOM', 'UTF-16', 'é', bytes(0xfe, 0xff, 0, acute)],
  ['UTF-16 little-endian by the zeros of ASCII letters', 'UTF-16', 'eé', bytes(e, 0, acute, 0)],
  ['UTF-16 big-endian by the zeros of ASCII letters', 'UTF-16', 'eé', bytes(0, e, 0, acute)],
  ['UTF-8 without a BOM', 'UTF-8', 'eé', Buffer.from('eé')],
  ['UTF-8 with a BOM, which is no part of the text', 'UTF-8', 'eé', Buffer.from('\ufeffeé')],
  ['what is not UTF-8', 'Windows-1252', 'éa', bytes(acute, 0x61)],
  ['the same with the first byte of a BOM', 'Windows-1252', 'ÿa', bytes(0xff, 0x61)],
  ['the same with the second byte of a BOM', 'Windows-1252', 'aþ', bytes(0x61, 0xfe)],
  ['the same with the first byte of the other BOM', 'Windows-1252', 'þa', bytes(0xfe, 0x61)],
  ['the same with the second byte of the other BOM', 'Windows-1252', 'aÿ', bytes(0x61, 0xff)],
  ['an empty file', 'UTF-8', '', bytes()],
  ['a single zero byte', 'UTF-8', '\0', bytes(0)],
  ['zeros that are no halves of ASCII letters', 'UTF-8', '\0\0a', bytes(0, 0, 0x61)],
] as const)('%s: %s, %j', (_why, encoding, text, file) => {
  expect(decodeText(file)).toEqual({ text, encoding });
});
