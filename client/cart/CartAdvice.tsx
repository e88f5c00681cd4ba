import { useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import type { Product } from '#shared/catalogue.ts';
import { formatSek, sumOf } from '#shared/money.ts';
import { type CoveredLine, coveredLines } from '#shared/overlapping-products.ts';
import { AlreadyOwned } from './AlreadyOwned.tsx';
import styles from './CartAdvice.module.css';
import { cartStore, useCart } from './cart.ts';

interface CartAdviceProps {
  /** Ids of what the signed-in buyer owns; empty for nobody or when it is not known. */
  ownedIds: ReadonlySet<string>;
}

/**
 * Warns before paying about everything in the cart that would be paid for twice, each with a button that fixes it.
 * Nothing is refused: the specification's cart is a sum, and buyers may insist. It must stay when the cart becomes empty:
 * it has the focus and says what was taken out.
 */
export function CartAdvice({ ownedIds }: CartAdviceProps) {
  const { products } = useCart();
  const [mended, setMended] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const covered = coveredLines(products.filter(({ id }) => !ownedIds.has(id)));

  const takeOut = (taken: readonly Product[]) => {
    for (const { id } of taken) cartStore.remove(id);
    const titles = [...new Set(taken.map(({ title }) => title))].join(', ');
    // Titles may end with a full stop, so none follows them.
    setMended(`Your cart is now ${formatSek(cartStore.get().totalOre)}, without ${titles}`);
    // The focused button is gone with its notice.
    giveFocus(place.current);
  };

  return (
    <div ref={place} className={styles['advice']} tabIndex={-1}>
      {/* An adventure may be sold at several prices: for its owner they are the same. */}
      {[...new Set(products.map(({ title }) => title))].map((title) => {
        const offers = products.filter((product) => product.title === title);
        return (
          <AlreadyOwned
            key={title}
            product={offers.find(({ id }) => ownedIds.has(id)) ?? (offers[0] as Product)}
            ownedIds={ownedIds}
            onRemove={() => takeOut(offers)}
          />
        );
      })}
      <Notice
        kind="info"
        shown={covered.length > 0}
        title="Your cart holds some things twice"
        actions={
          <Button variant="quiet" onClick={() => takeOut(covered.map(({ product }) => product))}>
            {`Take out what is double: ${formatSek(sumOf(covered.map(({ product }) => product.priceOre)))} less`}
          </Button>
        }
      >
        {[...new Set(covered.map(({ by }) => by))].map((by) => (
          <Covered key={by.id} by={by} lines={covered.filter((line) => line.by === by)} />
        ))}
      </Notice>
      {/* The cart's news say it already, on every page with this advice. */}
      {mended ? (
        <Notice kind="success" silent>
          {mended}
        </Notice>
      ) : null}
    </div>
  );
}

/** The lines that one other line covers. */
function Covered({ by, lines }: { by: Product; lines: readonly CoveredLine[] }) {
  const isLarger = lines.some(({ product }) => by.unlocks.length > product.unlocks.length);
  return (
    <>
      <p>
        {isLarger
          ? `${by.title}, ${formatSek(by.priceOre)}, holds these already:`
          : `${by.title} is in your cart for ${formatSek(by.priceOre)}, and once more:`}
      </p>
      <ul>
        {lines.map(({ product }) => (
          <li key={product.id}>
            {product.title}, {formatSek(product.priceOre)}
          </li>
        ))}
      </ul>
    </>
  );
}
