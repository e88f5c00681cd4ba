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
}

/**
 * In milliseconds. A press this soon after the product went in belongs to the one that put it in: a double click, a
 * trembling hand, a key held down. It must not lead away.
 */
const samePress = 700;

/** Puts a product into the cart; once it is there, says so and leads to the cart. */
export function AddToCart({ product, variant = 'primary', text }: AddToCartProps) {
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
        variant="quiet"
        label={`In your cart: ${product.title}, go to the cart`}
        onClick={(event) => {
          if (event.timeStamp - addedAt.current < samePress) event.preventDefault();
        }}
      >
        In your cart
      </ButtonLink>
    );
  }
  return (
    <Button
      variant={variant}
      name="add-to-cart"
      value={product.id}
      {...(text === undefined ? { label: `Add to Cart: ${product.title}` } : {})}
      onClick={() => {
        justAdded.current = true;
        addedAt.current = performance.now();
        cartStore.add(product.id);
      }}
    >
      {text ?? 'Add to Cart'}
    </Button>
  );
}
