import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { OperatorOrder, OperatorOrderSummary } from '#shared/api/operator-orders.ts';
import { formatAmount } from '#shared/presentment.ts';
import { AttentionCard } from './AttentionCard.tsx';
import styles from './Operator.module.css';
import { OrderActions } from './OrderActions.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { fetchOrderDetails } from './operator-calls.ts';
import { Reload } from './reload.ts';
import { useFetching } from './use-search.ts';
import { codeText, orderText, productText, shopMomentText } from './words.ts';

interface OrderCardProps {
  order: OperatorOrderSummary;
  /** Its details, if loaded already. */
  opened?: OperatorOrder;
}

const keyOf = ({ reason, subject }: OperatorOrder['attention'][number]) => `${reason} ${subject}`;

/** An order as it is now, with the questions that somebody answered or tried to answer here: they stay, with what came of it. */
function withTried(
  fresh: OperatorOrder,
  before: OperatorOrder['attention'],
  tried: ReadonlySet<string>,
): OperatorOrder {
  const asked = fresh.attention.map(keyOf);
  const kept = before.filter((item) => asked.includes(keyOf(item)) || tried.has(keyOf(item)));
  const shown = kept.map(keyOf);
  const others = fresh.attention.filter((item) => !shown.includes(keyOf(item)));
  return { ...fresh, attention: [...kept, ...others] };
}

/** An order in a list; its history and actions are loaded on request. */
export function OrderCard({ order: listed, opened }: OrderCardProps) {
  const [details, setDetails] = useState<OperatorOrder | null>(opened ?? null);
  // The newer of the two: what the list says, or its details.
  const [order, setOrder] = useState(listed);
  const tried = useRef(new Set<string>());
  const { task, fetchNow: open } = useFetching(async () => {
    const fresh = await fetchOrderDetails(order.checkoutSessionId);
    setDetails((before) => withTried(fresh, before?.attention ?? [], tried.current));
    setOrder(fresh.summary);
  });
  const shown = useRef(listed);
  useEffect(() => {
    if (shown.current === listed) return;
    shown.current = listed;
    setOrder(listed);
    if (details) open();
  }, [listed, details, open]);
  return (
    <>
      <h2 className={styles['name']}>
        <span translate="no">{order.email}</span>
        <span>{`, paid ${shopMomentText(order.paidAt)}`}</span>
      </h2>
      <p>
        {order.productIds.map(productText).join(', ')}: {formatAmount(order.totalOre, order.currency)},{' '}
        <strong>{codeText(order.standing)}</strong>
        {order.live ? null : <span> (test payment)</span>}
      </p>
      {order.lettersInTrouble > 0 ? (
        <p>
          <strong>Mail to this address did not arrive.</strong> The details say why; moved to the right
          address, the order is confirmed there.
        </p>
      ) : null}
      <p className={styles['dim']} translate="no">
        {order.checkoutSessionId}
      </p>
      <Button
        variant="quiet"
        onClick={() => (details ? setDetails(null) : open())}
        busy={task.busy && details === null}
        busyLabel="Fetching"
        label={`${details ? 'Hide' : 'Show'} details of the order of ${order.email}, paid ${orderText(order)}`}
      >
        {details ? 'Hide details' : 'Show details'}
      </Button>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      {details ? (
        <>
          {details.attention.map((item) => {
            const reload = () => {
              tried.current.add(keyOf(item));
              open();
            };
            return (
              <div key={keyOf(item)} className={styles['waiting']}>
                <Reload value={reload}>
                  <AttentionCard item={item} productIds={order.productIds} onSettled={reload} />
                </Reload>
              </div>
            );
          })}
          <OrderFacts details={details} />
          <Reload value={open}>
            <OrderActions details={details} onChanged={open} />
          </Reload>
        </>
      ) : null}
    </>
  );
}
