import { type BrowserStorage, storedText, storeText } from '#client/ui/browser-storage.ts';

/** A stored line of the cart: enough to explain what happened to the product if the catalogue changed. */
export interface CartLine {
  id: string;
  title: string;
  /** The price the buyer was last shown, in öre. */
  priceOre: number;
}

interface StoredLines {
  lines: readonly CartLine[];
  /** False when something was stored that is not a cart. */
  readable: boolean;
  /** False when the browser refuses to store anything. */
  lasting: boolean;
}

/** The stored lines, without duplicates. Never throws: a browser may refuse, and anybody may edit their storage. */
export function readLines(storage: BrowserStorage | null, key: string): StoredLines {
  const text = storedText(storage, key);
  if (typeof text !== 'string') return { lines: [], readable: true, lasting: text === null };
  const stored = parse(text);
  if (!Array.isArray(stored)) return { lines: [], readable: false, lasting: true };
  const lines = new Map<string, CartLine>();
  for (const line of stored) if (isLine(line)) lines.set(line.id, line);
  return { lines: [...lines.values()], readable: stored.every(isLine), lasting: true };
}

/** @returns whether the browser stored them */
export function writeLines(storage: BrowserStorage | null, key: string, lines: readonly CartLine[]): boolean {
  return storeText(storage, key, JSON.stringify(lines));
}

/** `undefined` for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, priceOre } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof title === 'string' && Number.isSafeInteger(priceOre);
}
