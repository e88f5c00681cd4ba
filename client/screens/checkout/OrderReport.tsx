import { Fragment, type ReactNode } from 'react';
import { serverNow } from '#client/api/server-clock.ts';
import { useCart } from '#client/cart/cart.ts';
import { PayAgain } from '#client/cart/PayAgain.tsx';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { handFocusOn } from '#client/ui/keep-focus.ts';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { facts } from '#facts';
import type { Order } from '#shared/api/orders.ts';
import { productOnSale } from '#shared/catalogue.ts';
import { paths } from '#shared/routes.ts';
import { shopDay } from '#shared/shop-day.ts';
import type { OrderState } from './order-polling.ts';
import { type OrderOffer, orderedTitle, orderWords } from './order-words.ts';
import { SupportMail } from './SupportMail.tsx';

interface OrderReportProps {
  state: OrderState;
  /** Left out where the page reads the report out itself and leads to that of the order, which asks again. */
  onAskAgain?: () => void;
}

/** The order's state according to the server: never "paid" before the payment has settled. */
export function OrderReport({ state, onAskAgain }: OrderReportProps) {
  const { kind, title, sentences, cart, ...words } = orderWords(state, shopDay(serverNow()));
  const offers = words.offers.filter((offer) => offer !== 'ask again' || onAskAgain);
  const order = state.kind === 'known' ? state.order : null;
  // One notice for loading and result, so that its live region is there before the result.
  return (
    <Notice
      kind={kind}
      title={title}
      shown={state.kind !== 'asking'}
      until={<LoadingRings label={title} silent alone />}
      silent={!onAskAgain}
      changes
      actions={
        offers.length === 0
          ? null
          : offers.map((offer) => <Offer key={offer} offer={offer} order={order} onAskAgain={onAskAgain} />)
      }
    >
      {order ? (
        <ul>
          {order.products.map((product) => (
            <li key={product.id}>{orderedTitle(product)}</li>
          ))}
        </ul>
      ) : null}
      {sentences.map((sentence) => (
        <p key={sentence}>{withSupportLink(sentence)}</p>
      ))}
      {order && cart === 'what had left it comes back' ? <InTheCart order={order} /> : null}
    </Notice>
  );
}

interface OfferProps {
  offer: OrderOffer;
  order: Order | null;
  onAskAgain: (() => void) | undefined;
}

function Offer({ offer, order, onAskAgain }: OfferProps) {
  switch (offer) {
    case 'ask again':
      return onAskAgain === undefined ? null : (
        <Button variant="quiet" onClick={handFocusOn(onAskAgain)}>
          Ask again
        </Button>
      );
    case 'go on paying':
      return order?.paymentPage ? (
        <ButtonLink href={order.paymentPage}>Go on to the payment page</ButtonLink>
      ) : null;
    case 'open it again':
      return order?.paymentPage ? (
        <ButtonLink href={order.paymentPage}>Open the payment page again</ButtonLink>
      ) : null;
    case 'pay again':
      return (
        <PayAgain
          products={soldProducts(order)}
          text="Pay again"
          isGift={order?.gift !== undefined}
          variant={order?.paymentPage ? 'quiet' : 'primary'}
        />
      );
    case 'return to the shop':
      return (
        <ButtonLink href={paths.shop()} variant="quiet">
          Return to Shop
        </ButtonLink>
      );
  }
}

/** After a payment that failed: where the products are now. */
function InTheCart({ order }: { order: Order }) {
  const { products } = useCart();
  const held = order.products.every(({ id }) => products.some((inCart) => inCart.id === id));
  return held ? <p>What you wanted to buy is in your cart.</p> : null;
}

/** The products of the order that are still sold. */
function soldProducts(order: Order | null) {
  return order?.products.flatMap(({ id }) => productOnSale(id) ?? []) ?? [];
}

/** A sentence with its support address, if any, as a link. */
function withSupportLink(sentence: string): ReactNode {
  const parts = sentence.split(facts.email.support);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change order
    <Fragment key={index}>
      {index > 0 ? <SupportMail /> : null}
      {part}
    </Fragment>
  ));
}
