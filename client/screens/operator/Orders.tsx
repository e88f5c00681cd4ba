import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useRescuedFocus } from '#client/ui/keep-focus.ts';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { OperatorOrder } from '#shared/api/operator-orders.ts';
import { isOrderId, orderSearchOf } from '#shared/order-id.ts';
import { resyncText } from '#shared/resync-words.ts';
import styles from './Operator.module.css';
import { OrderCard } from './OrderCard.tsx';
import { fetchOrderDetails, resyncOrder, searchOrders } from './operator-calls.ts';
import { SearchLine } from './SearchLine.tsx';
import { TaskButton } from './TaskButton.tsx';
import { useKeptSearch } from './use-search.ts';
import { useTask } from './use-task.ts';
import { foundOrdersText } from './words.ts';

/** The orders of a search, with its text. */
const findOrders = async (text: string) => ({ text, ...(await searchOrders(text)) });

/** The search for orders; and the one order in the URL, for links from other sections. */
export function Orders() {
  const named = new URLSearchParams(useLocation().search).get('order');
  const { text, setText, task, found, search, reload } = useKeptSearch(
    'query',
    findOrders,
    (orders) => orders.text,
  );
  // The button that asks the payment provider goes when the order is found.
  useRescuedFocus(found);
  return (
    <>
      {named === null ? null : <NamedOrder key={named} id={named} />}
      <div className={styles['section']}>
        <SearchLine
          label="Find orders"
          name="query"
          hint="A part of the address, the checkout session (cs_…), the payment (pi_…), the account, or the address of the order’s page. Leave it empty for the newest."
          button="Search"
          busyLabel="Searching"
          text={text}
          onText={setText}
          task={task}
          result={found ? foundOrdersText(found) : ''}
          onSearch={(typed) => search(orderSearchOf(typed))}
        />
        {found && found.orders.length === 0 && found.text !== '' ? (
          <Unrecorded key={found.text} text={found.text} onRecorded={reload} />
        ) : null}
        <ul className={styles['cards']}>
          {(found?.orders ?? []).map((order) => (
            <li key={order.checkoutSessionId} className={styles['card']}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

interface UnrecordedProps {
  /** What was searched for. */
  text: string;
  /** Called when the order is recorded now. */
  onRecorded: () => void;
}

/** Only paid orders are recorded here. What became of another, the payment provider knows, by its id or its payment's. */
function Unrecorded({ text, onRecorded }: UnrecordedProps) {
  if (!isOrderId(text)) {
    return (
      <p>
        Only what is paid is here. Ask the buyer for the address of their order’s page and search for that:
        the payment provider can then be asked about it.
      </p>
    );
  }
  return (
    <TaskButton
      busyLabel="Asking"
      run={async (report) => {
        const answer = await resyncOrder(text);
        report(resyncText(answer));
        if (answer.outcome === 'fulfilled') onRecorded();
      }}
    >
      Ask the payment provider about it
    </TaskButton>
  );
}

/** One order, opened. */
function NamedOrder({ id }: { id: string }) {
  const [order, setOrder] = useState<OperatorOrder | null>(null);
  const task = useTask();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order; the task is another one at every render
  useEffect(() => task.run(async () => setOrder(await fetchOrderDetails(id))), [id]);
  return (
    <section aria-label="The order" className={styles['section']}>
      {task.busy ? <LoadingRings label="Fetching the order" /> : null}
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      {order ? (
        <div className={styles['card']}>
          <OrderCard order={order.summary} opened={order} />
        </div>
      ) : null}
    </section>
  );
}
