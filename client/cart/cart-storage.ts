import { changeStorage } from '#client/ui/browser-storage.ts';

/** A stored line of the cart: enough to explain what happened to the product if the catalogue changed. */
export interface CartLine {
  id: string;
  title: string;
  /** The price the buyer was last shown, in öre. */
  priceOre: number;
}

/** The part of `Storage` the cart uses. */
export type CartStorage = Pick<Storage, 'getItem' | 'setItem'>;

interface StoredLines {
  lines: readonly CartLine[];
  /** False when something was stored that is not a cart. */
  readable: boolean;
  /** False when the browser refuses to store anything. */
  lasting: boolean;
}

/** The stored lines, without duplicates. Never throws: a browser may refuse, and anybody may edit their storage. */
export function readLines(storage: CartStorage | null, key: string): StoredLines {
  let text: string | null;
  try {
    if (!storage) return { lines: [], readable: true, lasting: false };
    text = storage.getItem(key);
  } catch {
    return { lines: [], readable: true, lasting: false };
  }
  if (text === null) return { lines: [], readable: true, lasting: true };
  const stored = parse(text);
  if (!Array.isArray(stored)) return { lines: [], readable: false, lasting: true };
  const lines = new Map<string, CartLine>();
  for (const line of stored) if (isLine(line)) lines.set(line.id, line);
  return { lines: [...lines.values()], readable: stored.every(isLine), lasting: true };
}

/** @returns whether the browser stored them */
export function writeLines(storage: CartStorage | null, key: string, lines: readonly CartLine[]): boolean {
  return changeStorage(storage, (kept) => kept.setItem(key, JSON.stringify(lines)));
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
