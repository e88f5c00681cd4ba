import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx';
import type { Product } from '#shared/catalogue.ts';
import { formatSek, sumOf } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import { CartChanges } from './CartChanges.tsx';
import styles from './CartLines.module.css';
import { MovingCover } from './Cover.tsx';
import { cartStore, useCart } from './cart.ts';
import { ProductTitle } from './ProductTitle.tsx';

interface CartLinesProps {
  /** A product of the cart that the page shows elsewhere. */
  without?: string | undefined;
}

/** The cart's lines with prices, remove buttons and the total, and what changed since last time. */
export function CartLines({ without }: CartLinesProps) {
  const cart = useCart();
  const shown = cart.products.filter(({ id }) => id !== without);
  const list = useRef<HTMLElement>(null);
  const total = (of: readonly Product[]) => formatSek(sumOf(of.map(({ priceOre }) => priceOre)));
  const [removed, setRemoved] = useState({ times: 0, text: '' });
  const remove = (product: Product) => {
    cartStore.remove(product.id);
    // The total that stands below the lines: what the page shows elsewhere is in neither.
    const left = total(shown.filter(({ id }) => id !== product.id));
    const text = `${product.title} removed from the cart. Total price: ${left}`;
    setRemoved(({ times }) => ({ times: times + 1, text }));
    // The focused button is gone with its line.
    giveFocus(list.current);
  };
  // An empty cart is no place of the page to go to, except for whoever has just removed its last line.
  const isPlace = cart.products.length > 0 || cart.changes.length > 0 || removed.times > 0;
  return (
    <section
      ref={list}
      className={styles['cart']}
      tabIndex={-1}
      aria-label={isPlace ? 'Products in your cart' : undefined}
    >
      <CartChanges cart={cart} onUnderstood={() => giveFocus(list.current)} />
      <VisuallyHidden>
        <span role="status">
          {/* A new element each time: what came back and is removed again would not be read out again. */}
          <span key={removed.times}>{removed.text}</span>
        </span>
      </VisuallyHidden>
      {shown.length > 0 ? (
        <>
          <CartLineList>
            {shown.map((product) => (
              <CartLine
                key={product.id}
                product={product}
                removeLabel={`Remove ${product.title} from the cart`}
                onRemove={() => remove(product)}
              />
            ))}
          </CartLineList>
          <p className={styles['total']}>
            <span>
              Total price <span className={styles['vat']}>VAT included</span>
            </span>
            <strong>{total(shown)}</strong>
          </p>
        </>
      ) : null}
    </section>
  );
}

interface CartLineProps {
  product: Product;
  /** The label of the remove button. */
  removeLabel: string;
  onRemove: () => void;
}

/** One product with its price and a remove button, in a list of such lines. */
export function CartLine({ product, removeLabel, onRemove }: CartLineProps) {
  return (
    <li className={styles['line']}>
      <div className={styles['cover']}>
        <MovingCover product={product} sizes="6rem" decorative />
      </div>
      <a className={styles['title']} href={paths.product(product.url)}>
        <ProductTitle product={product} />
      </a>
      <span className={styles['price']}>{formatSek(product.priceOre)}</span>
      <Button variant="quiet" icon label={removeLabel} onClick={onRemove}>
        <svg className={styles['cross']} viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </Button>
    </li>
  );
}

/** The list that such lines stand in. */
export function CartLineList({ children }: { children: ReactNode }) {
  return <ul className={styles['lines']}>{children}</ul>;
}
