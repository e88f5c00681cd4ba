import { type Product, productById } from '#shared/catalogue.ts';
import { type CartLine, type CartStorage, readLines, writeLines } from './cart-storage.ts';

/** Something about the cart that differs from what the buyer last saw. */
export type CartChange =
  /** The shop does not sell it any more. */
  | { kind: 'gone'; id: string; title: string }
  /** Prices in öre. */
  | { kind: 'price-changed'; id: string; title: string; beforeOre: number; nowOre: number }
  /** What was stored could not be read, so the cart starts empty. */
  | { kind: 'unreadable' };

/** The cart as the screens show it. A new object whenever something changed, the same one otherwise. */
export interface Cart {
  /** False until the browser's storage has been looked at: on prerendered pages, for a moment. */
  ready: boolean;
  products: readonly Product[];
  /** Sum of the prices now, in öre. */
  totalOre: number;
  /** To be said to the buyer until `acknowledge` is called. */
  changes: readonly CartChange[];
  /** False when this browser keeps nothing: the cart then lives as long as the page. */
  lasting: boolean;
}

export interface CartStore {
  get(): Cart;
  /** What a prerendered page shows: a cart nobody has looked into yet. */
  getPrerendered(): Cart;
  /** Calls `listener` after every change, in this tab or another; returns a function that stops. */
  subscribe(listener: () => void): () => void;
  /** Puts a product in; ignored when it is there already (specification, section 3). */
  add(id: string): void;
  remove(id: string): void;
  clear(): void;
  /** The buyer has read `changes`: what is gone is dropped, prices are as they are now. */
  acknowledge(): void;
}

/** Where the cart lives in the browser's local storage. */
export const cartStorageKey = 'cart';

interface CartParts {
  /** `null` where the browser keeps nothing. */
  storage: CartStorage | null;
  /** What tells of writes by other tabs, and that a page kept by the browser is shown again: the window. */
  otherTabs?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  findProduct?: (id: string) => Product | undefined;
}

const prerendered: Cart = { ready: false, products: [], totalOre: 0, changes: [], lasting: true };

/**
 * A cart on a browser's storage: unique by id, the same in every tab. A line keeps the price the buyer was shown, so
 * that a price that changed since can be said; what is charged is the catalogue's price and nothing else.
 */
export function createCartStore({ storage, otherTabs, findProduct = productById }: CartParts): CartStore {
  const listeners = new Set<() => void>();
  let { lines, readable, lasting } = readLines(storage, cartStorageKey);
  let cart = view();

  function view(): Cart {
    const products = lines.flatMap(({ id }) => findProduct(id) ?? []);
    return {
      ready: true,
      products,
      totalOre: products.reduce((sum, { priceOre }) => sum + priceOre, 0),
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
    // A null key: everything was cleared.
    if (key !== cartStorageKey && key !== null) return;
    ({ lines, readable, lasting } = readLines(storage, cartStorageKey));
    publish();
  }

  /**
   * Takes over what other tabs have written without this one having been told: events come late, and a page in the
   * browser's back/forward cache gets none. Saving older lines would undo what they did, a cart emptied by its purchase
   * included.
   */
  function catchUp(): void {
    const stored = readLines(storage, cartStorageKey);
    // What the browser did not keep is newer here.
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
      save(
        lines.flatMap(({ id }) => {
          const product = findProduct(id);
          return product ? [lineOf(product)] : [];
        }),
      );
    },
  };
}

const lineOf = ({ id, title, priceOre }: Product): CartLine => ({ id, title, priceOre });

function changeOf(line: CartLine, product: Product | undefined): CartChange | null {
  if (!product) return { kind: 'gone', id: line.id, title: line.title };
  if (product.priceOre === line.priceOre) return null;
  const { id, title, priceOre: nowOre } = product;
  return { kind: 'price-changed', id, title, beforeOre: line.priceOre, nowOre };
}
