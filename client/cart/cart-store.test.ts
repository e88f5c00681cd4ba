import { describe, expect, it, vi } from 'vitest';
import type { BrowserStorage } from '#client/ui/browser-storage.ts';
import { catalogue, type Product } from '#shared/catalogue.ts';
import { damagedStorage, fullStorage, storageOf } from '#tests/support/browser-storage.ts';
import { discontinued } from '#tests/support/discontinued.ts';
import { cartStorageKey, createCartStore } from './cart-store.ts';

/** A browser's storage as two tabs share it: a write in one is an event in the others. */
class SharedStorage {
  readonly items = new Map<string, string>();
  readonly tabs: EventTarget[] = [];

  openTab(): { storage: BrowserStorage; otherTabs: EventTarget } {
    const tab = new EventTarget();
    this.tabs.push(tab);
    return {
      otherTabs: tab,
      storage: {
        ...storageOf(this.items),
        setItem: (key, value) => {
          this.items.set(key, value);
          for (const other of this.tabs) if (other !== tab) other.dispatchEvent(storageEvent(key));
        },
      },
    };
  }
}

function storageEvent(key: string | null): Event {
  return Object.assign(new Event('storage'), { key });
}

function product(id: string): Product {
  const found = catalogue.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
}

function storedCart(lines: unknown): SharedStorage {
  const shared = new SharedStorage();
  shared.items.set(cartStorageKey, typeof lines === 'string' ? lines : JSON.stringify(lines));
  return shared;
}

const ids = (store: ReturnType<typeof createCartStore>) => store.get().products.map(({ id }) => id);

describe('the cart', () => {
  it('starts empty, with a total of nothing', () => {
    const store = createCartStore(new SharedStorage().openTab());
    expect(store.get()).toEqual({ ready: true, products: [], totalOre: 0, changes: [], lasting: true });
  });

  it('holds each product once: add is ignored if already present', () => {
    const store = createCartStore(new SharedStorage().openTab());
    store.add('fod');
    store.add('fist');
    store.add('fod');
    expect(ids(store)).toEqual(['fod', 'fist']);
  });

  it('ignores an id the catalogue does not have', () => {
    const store = createCartStore(new SharedStorage().openTab());
    store.add('no-such-thing');
    expect(ids(store)).toEqual([]);
  });

  it('removes one product and clears all', () => {
    const store = createCartStore(new SharedStorage().openTab());
    store.add('fod');
    store.add('fist');
    store.remove('fod');
    expect(ids(store)).toEqual(['fist']);
    store.clear();
    expect(ids(store)).toEqual([]);
  });

  it('has the sum of prices as its total, in öre', () => {
    const store = createCartStore(new SharedStorage().openTab());
    store.add('fod-podcast-discount');
    store.add('fod-expansions');
    expect(store.get().totalOre).toBe(18_750 + 12_000);
  });

  it('survives a reload', () => {
    const shared = new SharedStorage();
    createCartStore(shared.openTab()).add('fist');
    expect(ids(createCartStore(shared.openTab()))).toEqual(['fist']);
  });

  it('gives React the same object until something changes', () => {
    const store = createCartStore(new SharedStorage().openTab());
    const before = store.get();
    expect(store.get()).toBe(before);
    store.add('fod');
    expect(store.get()).not.toBe(before);
  });

  it('is not ready on a prerendered page', () => {
    const store = createCartStore(new SharedStorage().openTab());
    store.add('fod');
    expect(store.getPrerendered()).toMatchObject({ ready: false, products: [] });
  });
});

describe('the cart in several tabs', () => {
  it('is the same in every tab', () => {
    const shared = new SharedStorage();
    const here = createCartStore(shared.openTab());
    const there = createCartStore(shared.openTab());
    const changed = vi.fn();
    there.subscribe(changed);
    here.add('fod');
    expect(ids(there)).toEqual(['fod']);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('loses nothing that another tab did before this one was told', () => {
    const shared = new SharedStorage();
    const here = createCartStore(shared.openTab());
    const { storage } = shared.openTab();
    const there = createCartStore({ storage });
    here.add('fod');
    there.add('fist');
    expect(ids(there)).toEqual(['fod', 'fist']);
    here.remove('fod');
    expect(ids(here)).toEqual(['fist']);
    there.acknowledge();
    expect(ids(createCartStore({ storage }))).toEqual(['fist']);
  });

  it('shows what became of it meanwhile when the browser brings an older page back', () => {
    const shared = new SharedStorage();
    const tab = shared.openTab();
    const kept = createCartStore(tab);
    kept.subscribe(() => {});
    kept.add('fod');
    const { storage } = shared.openTab();
    shared.tabs.splice(0);
    createCartStore({ storage }).clear();
    expect(ids(kept)).toEqual(['fod']);
    tab.otherTabs.dispatchEvent(new Event('pageshow'));
    expect(ids(kept)).toEqual([]);
  });

  it('is empty when another tab clears the whole storage', () => {
    const shared = new SharedStorage();
    const tab = shared.openTab();
    const store = createCartStore(tab);
    store.subscribe(() => {});
    store.add('fod');
    shared.items.clear();
    tab.otherTabs.dispatchEvent(storageEvent(null));
    expect(ids(store)).toEqual([]);
  });

  it('takes no notice of what other tabs write elsewhere', () => {
    const shared = new SharedStorage();
    const tab = shared.openTab();
    const store = createCartStore(tab);
    const changed = vi.fn();
    store.subscribe(changed);
    tab.otherTabs.dispatchEvent(storageEvent('something-else'));
    expect(changed).not.toHaveBeenCalled();
  });

  it('listens no longer than somebody listens to it', () => {
    const shared = new SharedStorage();
    const tab = shared.openTab();
    const store = createCartStore(tab);
    const changed = vi.fn();
    const stop = store.subscribe(changed);
    stop();
    shared.items.set(cartStorageKey, JSON.stringify([{ id: 'fod', title: 'x', priceOre: 25_000 }]));
    tab.otherTabs.dispatchEvent(storageEvent(cartStorageKey));
    tab.otherTabs.dispatchEvent(new Event('pageshow'));
    expect(changed).not.toHaveBeenCalled();
    expect(ids(store)).toEqual([]);
  });
});

describe('a stored cart meets the catalogue of today', () => {
  const stale = [
    { id: 'gone', title: 'The Old Thing', priceOre: 9_900 },
    { id: 'fod', title: 'Lone Wolf The Fortress of Death', priceOre: 20_000 },
    { id: 'fist', title: "Steve Jackson's F.I.S.T.", priceOre: 25_000 },
  ];

  it('says a line that is gone or whose price changed, and does not drop it silently', () => {
    const store = createCartStore(storedCart(stale).openTab());
    expect(ids(store)).toEqual(['fod', 'fist']);
    expect(store.get().changes).toEqual([
      { kind: 'gone', id: 'gone', title: 'The Old Thing' },
      {
        kind: 'price-changed',
        id: 'fod',
        title: 'Lone Wolf The Fortress of Death',
        beforeOre: 20_000,
        nowOre: 25_000,
      },
    ]);
  });

  it("charges the catalogue's price, not the stored one", () => {
    expect(createCartStore(storedCart(stale).openTab()).get().totalOre).toBe(50_000);
  });

  it('goes on saying it after a reload, until the buyer has read it', () => {
    const shared = storedCart(stale);
    createCartStore(shared.openTab()).add('fod-expansions');
    const reloaded = createCartStore(shared.openTab());
    expect(reloaded.get().changes).toHaveLength(2);
    reloaded.acknowledge();
    expect(reloaded.get().changes).toEqual([]);
    expect(createCartStore(shared.openTab()).get().changes).toEqual([]);
    expect(ids(reloaded)).toEqual(['fod', 'fist', 'fod-expansions']);
  });

  it('has nothing left to say of a line that the buyer removed', () => {
    const store = createCartStore(storedCart(stale).openTab());
    store.remove('fod');
    expect(store.get().changes.map(({ kind }) => kind)).toEqual(['gone']);
  });

  it('takes out what is discontinued and says so, and does not let it in again', () => {
    const shared = storedCart(stale);
    discontinued('fist');
    const store = createCartStore(shared.openTab());
    store.add('fist');
    expect(ids(store)).toEqual(['fod']);
    expect(store.get().changes).toContainEqual({
      kind: 'gone',
      id: 'fist',
      title: "Steve Jackson's F.I.S.T.",
    });
    store.acknowledge();
    store.add('fist');
    expect(store.get()).toMatchObject({ products: [{ id: 'fod' }], changes: [] });
  });

  it('follows a catalogue that changes its mind', () => {
    const dearer = { ...product('fod'), priceOre: 30_000 };
    const store = createCartStore({
      ...storedCart([{ id: 'fod', title: 'x', priceOre: 25_000 }]).openTab(),
      findProduct: (id) => (id === 'fod' ? dearer : undefined),
    });
    expect(store.get().totalOre).toBe(30_000);
    expect(store.get().changes).toMatchObject([{ kind: 'price-changed', beforeOre: 25_000, nowOre: 30_000 }]);
  });
});

describe('storage that is not to be trusted', () => {
  it.each(['not json', '{"id":"fod"}', 'null', '42'])('starts empty and says so when it holds %s', (text) => {
    const store = createCartStore(storedCart(text).openTab());
    expect(store.get().products).toEqual([]);
    expect(store.get().changes).toEqual([{ kind: 'unreadable' }]);
  });

  it('keeps the lines that make sense and says that some did not', () => {
    const store = createCartStore(
      storedCart([{ id: 'fod', title: 'x', priceOre: 25_000 }, { id: 7 }, null, 'fist']).openTab(),
    );
    expect(ids(store)).toEqual(['fod']);
    expect(store.get()).toMatchObject({ changes: [{ kind: 'unreadable' }], lasting: true });
  });

  it.each([{ title: 'x', priceOre: 25_000 }, { id: 7, title: 'x', priceOre: 25_000 }, 7])(
    'does not take %j for a line',
    (line) => {
      const { products, changes } = createCartStore(storedCart([line]).openTab()).get();
      expect([products, changes]).toEqual([[], [{ kind: 'unreadable' }]]);
    },
  );

  it.each([
    { id: 'fod' },
    { id: 'fod', title: 7, priceOre: '250' },
    { id: 'fod', title: 'x', type: 'game', price: 187.5, url: 'fod' },
    { id: 'fod', title: 'x', priceOre: 250.5 },
  ])('takes %j for a line whose price the buyer has not seen here: an id is enough to sell', (line) => {
    const shared = storedCart([line]);
    const store = createCartStore(shared.openTab());
    expect([ids(store), store.get().changes]).toEqual([['fod'], []]);
    const gone = createCartStore({ ...shared.openTab(), findProduct: () => undefined }).get().changes;
    expect(gone).toEqual([{ kind: 'gone', id: 'fod', title: line.title === 'x' ? 'x' : 'fod' }]);
  });

  it('is readable again once it was emptied', () => {
    const store = createCartStore(storedCart('not json').openTab());
    store.clear();
    expect(store.get()).toMatchObject({ products: [], changes: [] });
  });

  it('counts a line that is stored twice once', () => {
    const line = { id: 'fod', title: 'x', priceOre: 25_000 };
    expect(ids(createCartStore(storedCart([line, line]).openTab()))).toEqual(['fod']);
  });

  it('is readable again after the buyer has read that it was not', () => {
    const shared = storedCart('not json');
    createCartStore(shared.openTab()).acknowledge();
    expect(createCartStore(shared.openTab()).get().changes).toEqual([]);
  });

  it.each([
    ['keeps nothing', null],
    ['has no room left', fullStorage],
    ['cannot read its own files', damagedStorage],
  ])('works for as long as the page lives when the browser %s, and says so', (_what, storage) => {
    const store = createCartStore({ storage });
    // Before a write is tried, nobody knows that there is no room.
    const isEmpty = { products: [], changes: [], lasting: storage === fullStorage };
    expect(store.get()).toMatchObject(isEmpty);
    store.add('fist');
    store.add('fod');
    expect(ids(store)).toEqual(['fist', 'fod']);
    expect(store.get()).toMatchObject({ changes: [], lasting: false });
  });

  it('says it until it was read, whatever is added meanwhile', () => {
    const store = createCartStore(storedCart('not json').openTab());
    store.add('fod');
    store.add('fist');
    expect(store.get().changes).toEqual([{ kind: 'unreadable' }]);
  });
});
