import { useState } from 'react';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { type Product, productById } from '#shared/catalogue.ts';
import { AddToCart } from './AddToCart.tsx';
import { useCart } from './cart.ts';

interface NeedsCoreGameProps {
  product: Product;
  /** Ids of what the signed-in buyer owns; empty for nobody or when it is not known. */
  ownedIds: ReadonlySet<string>;
}

/**
 * Says that a product needs another one, and offers it, unless the cart or the account has it. It never blocks the sale,
 * because the buyer's copy may belong to another address.
 */
export function NeedsCoreGame({ product, ownedIds }: NeedsCoreGameProps) {
  const { products } = useCart();
  const needs = product.needs ?? [];
  const [added, setAdded] = useState(false);
  const held = needs.some((id) => ownedIds.has(id) || products.some((inCart) => inCart.id === id));
  const core = needs[0] === undefined ? undefined : productById(needs[0]);
  if (!core) return null;
  return (
    <>
      <Notice
        kind="info"
        shown={!held}
        title={`${product.title} needs ${core.title}`}
        actions={
          core.discontinued ? null : (
            <AddToCart
              product={core}
              variant="quiet"
              text={`Add ${core.title}`}
              onAdded={() => setAdded(true)}
            />
          )
        }
      >
        <p>
          Bought here or already on your account through the crowdfunding campaign, both count. If your copy
          belongs to another email address, buy this with that address.
        </p>
      </Notice>
      {/* Only after the press: the focused button is gone, and this says what happened. */}
      {held && added ? (
        <p ref={giveFocus} tabIndex={-1}>
          {core.title} is in your cart
        </p>
      ) : null}
    </>
  );
}
