import { useRef } from 'react';
import { Button, ButtonLink, type ButtonVariant } from '#client/ui/Button.tsx';
import type { Product } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { cartStore, useCart } from './cart.ts';

interface AddToCartProps {
  product: Product;
  variant?: ButtonVariant;
  /** What the button says where "Add to Cart" would not tell which product is meant. */
  text?: string;
  /** For where the button goes away with what it is in. */
  onAdded?: () => void;
}

/**
 * In milliseconds. A press this soon after the product went in belongs to the one that put it in: a double click, a
 * trembling hand, a key held down. It must not lead away.
 */
const samePress = 700;

/** Puts a product into the cart; once it is there, leads on to the checkout. */
export function AddToCart({ product, variant = 'primary', text, onAdded }: AddToCartProps) {
  const { products } = useCart();
  const justAdded = useRef(false);
  const addedAt = useRef(Number.NEGATIVE_INFINITY);
  if (products.some(({ id }) => id === product.id)) {
    return (
      <ButtonLink
        // The button that had the focus is gone; what took its place takes the focus and is read out.
        ref={(link) => {
          if (justAdded.current) link?.focus();
          justAdded.current = false;
        }}
        href={paths.cart()}
        label={`Go to checkout: ${product.title} is in your cart`}
        onClick={(event) => {
          if (event.timeStamp - addedAt.current < samePress) event.preventDefault();
        }}
      >
        Go to checkout
      </ButtonLink>
    );
  }
  return (
    <Button
      variant={variant}
      name="add-to-cart"
      value={product.id}
      {...(text === undefined ? { label: `Add to Cart: ${product.title}` } : {})}
      onClick={(event) => {
        const from = event.currentTarget.getBoundingClientRect();
        // A decoration: without it the button still says what happened.
        void import('./ring-to-bag.ts').then(({ ringToBag }) => ringToBag(from));
        justAdded.current = true;
        addedAt.current = performance.now();
        cartStore.add(product.id);
        onAdded?.();
      }}
    >
      {text ?? 'Add to Cart'}
    </Button>
  );
}
