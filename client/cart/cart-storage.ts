import { fieldsOf } from '#client/tab-memory.ts';
import { type BrowserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';
import { parseJson } from '#client/ui/parse-json.ts';

/**
 * A stored line of the cart: enough to explain what happened to the product if the catalogue changed. Another release may have
 * stored less: the id is enough to sell.
 */
export interface CartLine {
  id: string;
  title: string;
  /** The price the buyer was last shown, in öre; left out when it is not known. */
  priceOre?: number | undefined;
}

interface StoredLines {
  lines: readonly CartLine[];
  /** False when a part of what was stored could not be read, and was left out. */
  readable: boolean;
  /** False when the browser refuses to store anything. */
  lasting: boolean;
}

/** The stored lines, without duplicates. Never throws: a browser may refuse, and anybody may edit their storage. */
export function readLines(storage: BrowserStorage | null, key: string): StoredLines {
  const text = storedText(storage, key);
  if (typeof text !== 'string') return { lines: [], readable: true, lasting: text === null };
  const stored = parseJson(text);
  if (!Array.isArray(stored)) return { lines: [], readable: false, lasting: true };
  const lines = new Map<string, CartLine>();
  let readable = true;
  for (const { id, title, priceOre } of stored.map(fieldsOf)) {
    if (typeof id === 'string')
      lines.set(id, {
        id,
        title: typeof title === 'string' ? title : id,
        priceOre: Number.isSafeInteger(priceOre) ? (priceOre as number) : undefined,
      });
    else readable = false;
  }
  return { lines: [...lines.values()], readable, lasting: true };
}

/** @returns whether the browser stored them */
export function writeLines(storage: BrowserStorage | null, key: string, lines: readonly CartLine[]): boolean {
  return storeText(storage, key, JSON.stringify(lines));
}
