import { useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { Product } from '#shared/catalogue.ts';
import { formatSek } from '#shared/money.ts';
import { coveredLines } from '#shared/overlapping-products.ts';
import { AlreadyOwned } from './AlreadyOwned.tsx';
import styles from './CartAdvice.module.css';
import { cartStore, useCart } from './cart.ts';

interface CartAdviceProps {
  /** Ids of what the signed-in buyer owns; empty for nobody or when it is not known. */
  ownedIds: ReadonlySet<string>;
}

/**
 * Before the cart is paid for: what in it would be paid for twice, each with one press that mends it. Nothing is refused:
 * the specification's cart is a sum, and who insists may pay all of it.
 */
export function CartAdvice({ ownedIds }: CartAdviceProps) {
  const { products } = useCart();
  const [mended, setMended] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const covered = coveredLines(products.filter(({ id }) => !ownedIds.has(id)));

  const takeOut = (taken: readonly Product[]) => {
    for (const { id } of taken) cartStore.remove(id);
    const titles = taken.map(({ title }) => title).join(', ');
    // Titles may end with a full stop, so none follows them.
    setMended(`Your cart is now ${formatSek(cartStore.get().totalOre)}, without ${titles}`);
    // The button that had the focus is gone with its notice.
    place.current?.focus();
  };

  return (
    <div ref={place} className={styles['advice']} tabIndex={-1}>
      {products.map((product) => (
        <AlreadyOwned
          key={product.id}
          product={product}
          ownedIds={ownedIds}
          onRemove={() => takeOut([product])}
        />
      ))}
      {covered.length > 0 ? (
        <Notice
          kind="info"
          title="Your cart holds some things twice"
          actions={
            <Button variant="quiet" onClick={() => takeOut(covered.map(({ product }) => product))}>
              Take out what is double: {formatSek(sumOf(covered.map(({ product }) => product)))} less
            </Button>
          }
        >
          <ul>
            {covered.map(({ product, by }) => (
              <li key={product.id}>{sentence(product, by)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {mended ? <Notice kind="success">{mended}</Notice> : null}
    </div>
  );
}

const sumOf = (products: readonly Product[]) => products.reduce((sum, { priceOre }) => sum + priceOre, 0);

function sentence(product: Product, by: Product): string {
  const line = `${product.title}, ${formatSek(product.priceOre)}`;
  return by.unlocks.length > product.unlocks.length
    ? `${line}: ${by.title} holds it already.`
    : `${line}: the same is in your cart for ${formatSek(by.priceOre)}.`;
}
