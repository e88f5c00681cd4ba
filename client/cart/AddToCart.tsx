import { useRef } from 'react';
import { Button, ButtonLink, type ButtonVariant } from '#client/ui/Button.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import type { Product } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { cartStore, useCart } from './cart.ts';
import { samePress } from './same-press.ts';

interface AddToCartProps {
  product: Product;
  variant: ButtonVariant;
  /** The button's text where "Add to Cart" would not say which product. */
  text?: string;
  /** Called when the button disappears with its container. */
  onAdded?: () => void;
}

/** Adds a product to the cart; once it is there, links to the checkout. */
export function AddToCart({ product, variant, text, onAdded }: AddToCartProps) {
  const { products } = useCart();
  const justAdded = useRef(false);
  const addedAt = useRef(-samePress);
  if (products.some(({ id }) => id === product.id)) {
    return (
      <ButtonLink
        // The focused button is gone; its replacement takes the focus and is read out.
        ref={(link) => {
          if (justAdded.current) giveFocus(link);
          justAdded.current = false;
        }}
        href={paths.cart()}
        label={`Go to checkout: ${product.title} is in your cart`}
        onClick={(event) => {
          // The press that added it must not navigate as well.
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
      label={text ? undefined : `Add to Cart: ${product.title}`}
      onClick={(event) => {
        const from = event.currentTarget.getBoundingClientRect();
        import('./show-added.ts').then(
          (part) => part.showAdded(from),
          // Help only: the link that comes instead says what happened.
          () => undefined,
        );
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
