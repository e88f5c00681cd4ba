import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { focusOn, useRescuedFocus } from '#client/ui/keep-focus.ts';
import type { Product } from '#shared/catalogue.ts';
import { formatSek, sumOf } from '#shared/money.ts';
import { paths } from '#shared/routes.ts';
import { CartChanges } from './CartChanges.tsx';
import styles from './CartLines.module.css';
import { CartNews, useRemoved } from './CartNews.tsx';
import { MovingCover } from './Cover.tsx';
import { cartStore, useCart } from './cart.ts';
import { ProductTitle } from './ProductTitle.tsx';
import { samePress } from './same-press.ts';

interface CartLinesProps {
  /** A product of the cart that the page shows elsewhere. */
  without?: string | undefined;
}

/** The element that the focus moves to when a line or a message goes with the button that had it. */
const placeId = 'cart-lines';

/** The cart's lines with prices, remove buttons and the total, and what changed since last time. */
export function CartLines({ without }: CartLinesProps) {
  const cart = useCart();
  const shown = cart.products.filter(({ id }) => id !== without);
  const removed = useRemoved(without);
  useRescuedFocus(cart, `#${placeId}`);
  // An empty cart is no place of the page to go to, except for whoever has just seen its last line go.
  const isPlace = cart.products.length > 0 || cart.changes.length > 0 || removed.times > 0;
  return (
    <section
      id={placeId}
      className={styles['cart']}
      tabIndex={-1}
      aria-label={isPlace ? 'Products in your cart' : undefined}
    >
      <CartChanges cart={cart} placeId={placeId} />
      <CartNews removed={removed} />
      {shown.length > 0 ? (
        <>
          <CartLineList>
            {shown.map((product) => (
              <CartLine
                key={product.id}
                product={product}
                removeLabel={`Remove ${product.title} from the cart`}
                onRemove={() => {
                  cartStore.remove(product.id);
                  // Safari gives a pressed button no focus that could be rescued.
                  focusOn(`#${placeId}`);
                }}
              />
            ))}
          </CartLineList>
          <p className={styles['total']}>
            <span>
              Total price <span className={styles['vat']}>VAT included</span>
            </span>
            <strong>{formatSek(sumOf(shown.map(({ priceOre }) => priceOre)))}</strong>
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
      <Button
        variant="quiet"
        icon
        label={removeLabel}
        onClick={({ timeStamp }) => {
          removedAt = timeStamp;
          onRemove();
        }}
      >
        <svg className={styles['cross']} viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </Button>
    </li>
  );
}

/** When a line was last removed, in milliseconds since the page's beginning. */
let removedAt = -samePress;

/** The list that such lines stand in. */
export function CartLineList({ children }: { children: ReactNode }) {
  return (
    <ul className={styles['lines']} onClickCapture={dropRestOfPress}>
      {children}
    </ul>
  );
}

/**
 * When a line is removed, another one slides under the finger, its button or its title, and the second tap of a double tap is not
 * for it. The event's own count of taps (`detail`) is always 1 on an iPhone. With a key it is 0: the focus has left the
 * button then, so nobody presses the next one unawares.
 */
function dropRestOfPress(event: MouseEvent) {
  if (event.detail === 0 || event.timeStamp - removedAt >= samePress) return;
  event.preventDefault();
  event.stopPropagation();
}
