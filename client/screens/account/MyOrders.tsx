import { useId } from 'react';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import type { Loaded } from '#client/ui/use-loaded.ts';
import { facts } from '#facts';
import type { OwnOrder } from '#shared/api/orders.ts';
import { shopDayInWords } from '#shared/day-in-words.ts';
import { asCharged } from '#shared/presentment.ts';
import { paths } from '#shared/routes.ts';
import styles from './MyOrders.module.css';
import { orderStatusText, orderText, titlesText } from './order-words.ts';

interface MyOrdersProps {
  orders: Loaded<readonly OwnOrder[]>;
  onRetry: () => void;
}

/** The account's purchases, newest first: each order's status, and its address. */
export function MyOrders({ orders, onRetry }: MyOrdersProps) {
  return (
    <LoadedPart
      loaded={orders}
      label="Loading your orders"
      failed="Your orders could not be loaded"
      retry="Load the orders again"
      onRetry={onRetry}
    >
      {(fetched) => <Orders orders={fetched} />}
    </LoadedPart>
  );
}

function Orders({ orders }: { orders: readonly OwnOrder[] }) {
  return (
    <div className={styles['orders']}>
      {orders.length === 0 ? <p>No orders are recorded for this account.</p> : null}
      {orders.map((order) => (
        <OrderEntry key={order.id} order={order} />
      ))}
      <p className={styles['aside']}>
        An order is listed once its money is here, which takes days by some ways to pay. Is one missing, or
        recorded under a wrong address? Write to{' '}
        <a href={`mailto:${facts.email.support}`}>{facts.email.support}</a> from the right one, with the
        receipt, and we will move the order.
      </p>
    </div>
  );
}

function OrderEntry({ order }: { order: OwnOrder }) {
  const titleId = useId();
  const subject = encodeURIComponent(`Wrong address on order ${order.id}`);
  return (
    <article className={styles['order']} aria-labelledby={titleId}>
      <h3 className={styles['title']} id={titleId}>
        {titlesText(order)}
      </h3>
      <dl className={styles['facts']}>
        <dt>Bought</dt>
        <dd>
          <time dateTime={order.paidAt}>{shopDayInWords(order.paidAt)}</time>
        </dd>
        <dt>Amount</dt>
        <dd>{asCharged(order.totalOre, order)}</dd>
        <dt>How it stands</dt>
        <dd>{orderStatusText(order)}</dd>
        <dt>Recorded under</dt>
        <dd>{order.email}</dd>
      </dl>
      {/* Every order has these two links, and a list of links shows nothing but their names. */}
      <p className={styles['links']}>
        <a href={paths.order(order.id)} aria-label={`Open this order: ${orderText(order)}`}>
          Open this order
        </a>
        <a
          href={`mailto:${facts.email.support}?subject=${subject}`}
          aria-label={`Ask for a correction: ${orderText(order)}`}
        >
          Ask for a correction
        </a>
      </p>
    </article>
  );
}
