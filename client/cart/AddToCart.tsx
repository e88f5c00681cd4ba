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

/** Puts a product into the cart; once it is there, says so and leads to the cart. */
export function AddToCart({ product, variant = 'primary', text }: AddToCartProps) {
  const { products } = useCart();
  const justAdded = useRef(false);
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
        label={`In your cart: ${product.title}. Go to the cart`}
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
        cartStore.add(product.id);
      }}
    >
      {text ?? 'Add to Cart'}
    </Button>
  );
}
