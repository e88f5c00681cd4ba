import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decompress } from 'woff2-encoder';
import { typefaces } from '#shared/typefaces.ts';

/** As far as it is used here: TypeScript keeps its types with the browser's, which scripts do not have. */
declare const WebAssembly: {
  instantiate(module: Uint8Array): Promise<{ instance: { exports: unknown } }>;
};

/** What HarfBuzz's subsetter exports, as far as it is used here (hb-subset.h). Numbers are addresses in its memory. */
interface Subsetter {
  memory: { readonly buffer: ArrayBuffer };
  malloc(size: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
  _initialize(): void;
}

export interface ArtbookFonts {
  display: Uint8Array;
  text: Uint8Array;
  strong: Uint8Array;
}

const { resolve } = createRequire(import.meta.url);
/** The site's typefaces as static TrueType: PDF knows no variable fonts. */
export async function loadArtbookFonts(): Promise<ArtbookFonts> {
  const wasm = await WebAssembly.instantiate(await readFile(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
  const subsetter = wasm.instance.exports as Subsetter;
  subsetter._initialize();
  return {
    display: await staticFont(subsetter, typefaces.display, { wght: 500, opsz: 100 }),
    text: await staticFont(subsetter, typefaces.text, { wght: 400 }),
    strong: await staticFont(subsetter, typefaces.text, { wght: 650 }),
  };
}

/** One instance of a variable font. @throws {Error} when the font has no such axis */
async function staticFont(
  subsetter: Subsetter,
  file: string,
  axes: Readonly<Record<string, number>>,
): Promise<Uint8Array> {
  const font = await decompress(await readFile(resolve(file)));
  const data = subsetter.malloc(font.length);
  new Uint8Array(subsetter.memory.buffer).set(font, data);
  // Mode 2: the memory stays ours and writable. Nothing is freed: the whole instance goes after three fonts.
  const face = subsetter.hb_face_create(subsetter.hb_blob_create(data, font.length, 2, 0, 0), 0);
  const input = subsetter.hb_subset_input_create_or_fail();
  subsetter.hb_subset_input_keep_everything(input);
  for (const [axis, value] of Object.entries(axes)) {
    if (!subsetter.hb_subset_input_pin_axis_location(input, face, tagOf(axis), value)) {
      throw new Error(`${file} has no axis ${axis}`);
    }
  }
  const pinned = subsetter.hb_subset_or_fail(face, input);
  if (!pinned) throw new Error(`${file} cannot be made static`);
  const blob = subsetter.hb_face_reference_blob(pinned);
  const start = subsetter.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(subsetter.memory.buffer, start, subsetter.hb_blob_get_length(blob));
  return Uint8Array.from(bytes);
}

/** HarfBuzz's tags: four letters in one number. */
function tagOf(axis: string): number {
  return Buffer.from(axis, 'latin1').readUInt32BE();
}
