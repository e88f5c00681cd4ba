import { beforeEach, describe, expect, it } from 'vitest';
import type { BrowserStorage } from '#client/ui/browser-storage.ts';
import { storageOf } from '#tests/support/browser-storage.ts';
import { type CartStore, createCartStore } from './cart-store.ts';
import { putBackUnpaid, takeOutBought } from './settled-checkouts.ts';

const cartIds = (cart: CartStore) => cart.get().products.map(({ id }) => id);

describe('the cart after paying', () => {
  let storage: BrowserStorage;
  let cart: CartStore;
  beforeEach(() => {
    storage = storageOf();
    cart = createCartStore({ storage });
    for (const id of ['fod', 'fist', 'fod-expansions']) cart.add(id);
  });

  it('loses what was bought and keeps the rest', () => {
    takeOutBought({ cart, storage }, 'cs_1', ['fist']);
    expect(cartIds(cart)).toEqual(['fod', 'fod-expansions']);
  });

  it('loses it once for each checkout: what is put in again afterwards stays', () => {
    expect(takeOutBought({ cart, storage }, 'cs_1', ['fist'])).toBe(true);
    cart.add('fist');
    expect(takeOutBought({ cart, storage }, 'cs_1', ['fist'])).toBe(false);
    expect(cartIds(cart)).toContain('fist');
    expect(takeOutBought({ cart, storage }, 'cs_2', ['fist'])).toBe(true);
    expect(cartIds(cart)).not.toContain('fist');
  });

  it('gets back what was taken out when the payment fails after all, and nothing that was never in it', () => {
    takeOutBought({ cart, storage }, 'cs_1', ['fist', 'fod-podcast-discount']);
    expect(putBackUnpaid({ cart, storage }, 'cs_1')).toBe(1);
    expect(cartIds(cart)).toEqual(['fod', 'fod-expansions', 'fist']);
    expect(putBackUnpaid({ cart, storage }, 'cs_1')).toBe(0);
    expect(putBackUnpaid({ cart, storage }, 'cs_other')).toBe(0);
  });

  it('gets back what the failed one of two payments took out, and nothing of the other, which stays settled', () => {
    takeOutBought({ cart, storage }, 'cs_1', ['fod']);
    takeOutBought({ cart, storage }, 'cs_2', ['fist']);
    expect(putBackUnpaid({ cart, storage }, 'cs_2')).toBe(1);
    expect(cartIds(cart)).toEqual(['fod-expansions', 'fist']);
    expect(putBackUnpaid({ cart, storage }, 'cs_1')).toBe(1);
  });

  it('is settled again by a browser that keeps nothing, which takes out no more than was bought', () => {
    takeOutBought({ cart, storage: null }, 'cs_1', ['fist']);
    expect(cartIds(cart)).toEqual(['fod', 'fod-expansions']);
    expect(putBackUnpaid({ cart, storage: null }, 'cs_1')).toBe(0);
  });

  it('does not stumble over a storage that somebody has edited, and remembers the newest twenty', () => {
    storage.setItem('settled-checkouts', '{"not":"a list"}');
    for (let n = 0; n < 25; n++) takeOutBought({ cart, storage }, `cs_${n}`, []);
    expect(JSON.parse(storage.getItem('settled-checkouts') ?? '')).toHaveLength(20);
    cart.add('fist');
    takeOutBought({ cart, storage }, 'cs_24', ['fist']);
    expect(cartIds(cart)).toContain('fist');
    storage.setItem('settled-checkouts', 'no json');
    takeOutBought({ cart, storage }, 'cs_24', ['fist']);
    expect(cartIds(cart)).not.toContain('fist');
  });

  it('drops what is no checkout of its own from the storage, and keeps the rest', () => {
    const good = { sessionId: 'cs_good', takenOut: ['fist'] };
    const strange = [null, 'cs_9', 5, {}, { sessionId: 'cs_9' }, { sessionId: 'cs_9', takenOut: 'fod' }];
    const more = [
      { sessionId: 9, takenOut: [] },
      { sessionId: 'cs_9', takenOut: ['fod', 5] },
    ];
    storage.setItem('settled-checkouts', JSON.stringify([...strange, good, ...more]));
    expect(putBackUnpaid({ cart, storage }, 'cs_9')).toBe(0);
    takeOutBought({ cart, storage }, 'cs_9', ['fod']);
    expect(JSON.parse(storage.getItem('settled-checkouts') ?? '')).toEqual([
      good,
      { sessionId: 'cs_9', takenOut: ['fod'] },
    ]);
  });
});
