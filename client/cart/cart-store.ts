import type { BrowserStorage } from '#client/ui/browser-storage.ts';
import { type Product, productOnSale } from '#shared/catalogue.ts';
import { sumOf } from '#shared/money.ts';
import { type CartLine, readLines, writeLines } from './cart-storage.ts';

/** A difference between the cart and what the buyer last saw. */
export type CartChange =
  /** The shop does not sell it any more. */
  | { kind: 'gone'; id: string; title: string }
  /** Prices in öre. */
  | { kind: 'price-changed'; id: string; title: string; beforeOre: number; nowOre: number }
  /** A part of what was stored could not be read, and was left out. */
  | { kind: 'unreadable' };

/** The cart's state for the screens. A new object after each change, otherwise the same one. */
export interface Cart {
  /** False until the browser's storage has been read: on prerendered pages, for a moment. */
  ready: boolean;
  products: readonly Product[];
  /** Sum of the present prices, in öre. */
  totalOre: number;
  /** Shown to the buyer until `acknowledge` is called. */
  changes: readonly CartChange[];
  /** False when this browser stores nothing: the cart then lives as long as the page. */
  lasting: boolean;
}

export interface CartStore {
  get(): Cart;
  /** The state of prerendered pages: storage has not been read. */
  getPrerendered(): Cart;
  /** Calls `listener` after every change, in this tab or another; returns a function that stops. */
  subscribe(listener: () => void): () => void;
  /** Adds a product; ignored when it is there already (specification, section 3). */
  add(id: string): void;
  remove(id: string): void;
  clear(): void;
  /** The buyer has read `changes`: products that are gone are dropped, prices are updated. */
  acknowledge(): void;
}

/** The key in the browser's local storage. */
export const cartStorageKey = 'cart';

interface CartParts {
  /** `null` if the browser stores nothing. */
  storage: BrowserStorage | null;
  /** The window, whose events report writes by other tabs, and that a page returns from the back/forward cache. */
  otherTabs?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  findProduct?: (id: string) => Product | undefined;
}

const prerendered: Cart = { ready: false, products: [], totalOre: 0, changes: [], lasting: true };

/**
 * A cart in browser storage: unique by id, the same in every tab. A line stores the price that the buyer was shown, so
 * that a changed price can be pointed out; only the catalogue's price is ever charged.
 */
export function createCartStore({ storage, otherTabs, findProduct = productOnSale }: CartParts): CartStore {
  const listeners = new Set<() => void>();
  let { lines, readable, lasting } = readLines(storage, cartStorageKey);
  let cart = view();

  function view(): Cart {
    const products = lines.flatMap(({ id }) => findProduct(id) ?? []);
    return {
      ready: true,
      products,
      totalOre: sumOf(products.map(({ priceOre }) => priceOre)),
      changes: [
        ...(readable ? [] : [{ kind: 'unreadable' } as const]),
        ...lines.flatMap((line) => changeOf(line, findProduct(line.id)) ?? []),
      ],
      lasting,
    };
  }

  function publish(): void {
    cart = view();
    for (const listener of listeners) listener();
  }

  function save(next: readonly CartLine[]): void {
    lines = next;
    lasting = writeLines(storage, cartStorageKey, lines);
    publish();
  }

  function onOtherTab(event: Event): void {
    const { key } = event as StorageEvent;
    // A null key means that all storage was cleared.
    if (key !== cartStorageKey && key !== null) return;
    ({ lines, readable, lasting } = readLines(storage, cartStorageKey));
    publish();
  }

  /**
   * Reads what other tabs have written without an event in this one: events come late, and a page in the back/forward
   * cache gets none. Saving older lines would undo their changes, for example bring back a cart that was emptied by its
   * purchase.
   */
  function catchUp(): void {
    const stored = readLines(storage, cartStorageKey);
    // If the browser did not store it, the state here is newer.
    if (!lasting || !stored.lasting) return;
    readable = readable && stored.readable;
    if (JSON.stringify(stored.lines) === JSON.stringify(lines)) return;
    lines = stored.lines;
    publish();
  }

  return {
    get: () => cart,
    getPrerendered: () => prerendered,
    subscribe(listener) {
      if (listeners.size === 0) {
        otherTabs?.addEventListener('storage', onOtherTab);
        otherTabs?.addEventListener('pageshow', catchUp);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        otherTabs?.removeEventListener('storage', onOtherTab);
        otherTabs?.removeEventListener('pageshow', catchUp);
      };
    },
    add(id) {
      catchUp();
      const product = findProduct(id);
      if (!product || lines.some((line) => line.id === id)) return;
      save([...lines, lineOf(product)]);
    },
    remove(id) {
      catchUp();
      save(lines.filter((line) => line.id !== id));
    },
    clear() {
      readable = true;
      save([]);
    },
    acknowledge() {
      catchUp();
      readable = true;
      save(cart.products.map(lineOf));
    },
  };
}

const lineOf = ({ id, title, priceOre }: Product): CartLine => ({ id, title, priceOre });

function changeOf(line: CartLine, product: Product | undefined): CartChange | null {
  if (!product) return { kind: 'gone', id: line.id, title: line.title };
  const { id, title, priceOre: nowOre } = product;
  const { priceOre: beforeOre = nowOre } = line;
  return beforeOre === nowOre ? null : { kind: 'price-changed', id, title, beforeOre, nowOre };
}
