import { Button } from '#client/ui/Button.tsx';
import { focusOn } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { formatSek } from '#shared/money.ts';
import { cartStore } from './cart.ts';
import type { Cart, CartChange } from './cart-store.ts';

/**
 * Reports what changed in the cart since the buyer last looked, until they dismiss it.
 * @param placeId of the element that the focus moves to then
 */
export function CartChanges({ cart, placeId }: { cart: Cart; placeId: string }) {
  return (
    <>
      <Notice
        kind="info"
        shown={cart.changes.length > 0}
        title="Your cart has changed"
        actions={
          <Button
            variant="quiet"
            onClick={() => {
              cartStore.acknowledge();
              focusOn(`#${placeId}`);
            }}
          >
            Understood
          </Button>
        }
      >
        <ul>
          {cart.changes.map((change) => (
            <li key={change.kind === 'unreadable' ? 'unreadable' : change.id}>{sentence(change)}</li>
          ))}
        </ul>
      </Notice>
      <Notice kind="info" shown={!cart.lasting}>
        <p>This browser does not let us keep your cart. It lasts as long as this page stays open.</p>
      </Notice>
    </>
  );
}

function sentence(change: CartChange): string {
  if (change.kind === 'unreadable') return 'A part of your saved cart could not be read and was left out.';
  if (change.kind === 'gone') return `${change.title} is not sold any more and was taken out.`;
  const { title, beforeOre, nowOre } = change;
  return `${title} now costs ${formatSek(nowOre)}. When you put it in, it was ${formatSek(beforeOre)}.`;
}
