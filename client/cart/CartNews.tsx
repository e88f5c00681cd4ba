import { useState } from 'react';
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx';
import { formatSek, sumOf } from '#shared/money.ts';
import { useCart } from './cart.ts';

/** What has left the cart since the page was opened. */
interface Removed {
  /** How many times. */
  times: number;
  /** The latest time in words; empty before. */
  text: string;
}

/**
 * Compares the cart with what it was before, because its lines go not only by a press here: another tab may remove them, or
 * pay for them.
 * @param without a product of the cart that the page shows elsewhere: it is neither said nor in the total
 */
export function useRemoved(without?: string): Removed {
  const cart = useCart();
  const [known, setKnown] = useState({ cart, without, times: 0, text: '' });
  if (known.cart !== cart || known.without !== without) {
    const gone = known.cart.products.filter(
      ({ id }) => id !== known.without && !cart.products.some((left) => left.id === id),
    );
    const left = sumOf(cart.products.filter(({ id }) => id !== without).map(({ priceOre }) => priceOre));
    const news = `${gone.map(({ title }) => title).join(', ')} removed from the cart. Total price: ${formatSek(left)}`;
    // While rendering: the words and the place that the focus moves to must be there together.
    setKnown({
      cart,
      without,
      ...(gone.length > 0
        ? { times: known.times + 1, text: news }
        : { times: known.times, text: known.text }),
    });
  }
  return known;
}

/** Reads out what has left the cart: the only place of a page that does. */
export function CartNews({ removed: { times, text } }: { removed: Removed }) {
  return (
    <VisuallyHidden>
      <span role="status">
        {/* A new element each time: what came back and is removed again would not be read out again. */}
        <span key={times}>{text}</span>
      </span>
    </VisuallyHidden>
  );
}
