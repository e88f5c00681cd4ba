/** Modules of a QR code, row by row; what is not 0 is dark. */
export interface Modules {
  size: number;
  data: Uint8Array;
}

/** A reader needs this many empty modules around the code (ISO/IEC 18004). */
export const quietZone = 4;

/** Each row's dark modules, joined into runs, as one SVG path inside its quiet zone. */
export function darkRuns({ size, data }: Modules): string {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let start = 0; start < size; start += 1) {
      let end = start;
      while (end < size && data[row * size + end]) end += 1;
      if (end > start)
        path += `M${start + quietZone} ${row + quietZone}h${end - start}v1H${start + quietZone}z`;
      start = end;
    }
  }
  return path;
}
