import { useState } from 'react';
import type { OperatorAttention, OperatorToday } from '#shared/api/operator.ts';
import { formatAmount } from '#shared/presentment.ts';
import { attentionWords, usualRefund } from './attention-words.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { OpenOrder } from './OpenOrder.tsx';
import styles from './Operator.module.css';
import { decide } from './operator-calls.ts';
import { NameRefund, RefundOrder } from './RefundOrder.tsx';
import { shopMomentText } from './words.ts';

interface AttentionCardProps {
  item: OperatorAttention;
  /** As much of the order as shows whether it is urgent; nothing if the order itself is shown beside it. */
  order?: OperatorToday['attention'][number]['order'];
  /** What the order holds, where that is known. */
  productIds?: readonly string[];
  /** Called when it was answered or closed here, so that what stands beside it can reload. */
  onSettled?: () => void;
}

/** The sum that the question is about. */
function sumText(
  reason: string,
  { totalOre, withdrawnOre, currency }: NonNullable<AttentionCardProps['order']>,
): string {
  const total = formatAmount(totalOre, currency);
  return reason === 'withdrawal_requested' && withdrawnOre !== null && withdrawnOre !== totalOre
    ? `${formatAmount(withdrawnOre, currency)} of ${total}`
    : total;
}

/** An open question: what it is, what to do, and the buttons for it. */
export function AttentionCard({ item, order, productIds = [], onSettled }: AttentionCardProps) {
  const { checkoutSessionId, reason, subject, raisedAt } = item;
  const [settled, setSettled] = useState<'answered' | 'closed' | null>(null);
  const { title, advice } = attentionWords(reason);
  const refund = usualRefund(reason);
  const answers = { reason, subject };
  const settle = (how: 'answered' | 'closed') => () => {
    setSettled(how);
    onSettled?.();
  };
  return (
    <>
      <p>
        <strong>{title}</strong>
        <span>
          {`: ${subject}${order ? `, ${sumText(reason, order)}${order.live ? '' : ' (test payment)'}` : ''}`}
        </span>
      </p>
      <p>{advice}</p>
      <p className={styles['dim']}>
        {`Order ${checkoutSessionId}, since ${shopMomentText(raisedAt)}${order ? `, paid ${shopMomentText(order.paidAt)}` : ''}.`}
      </p>
      <div className={styles['doings']}>
        {order ? <OpenOrder id={checkoutSessionId} /> : null}
        {refund && settled !== 'closed' ? (
          <RefundOrder
            orderId={checkoutSessionId}
            withdrawn={refund === 'withdrawn'}
            reason={title.toLowerCase()}
            answers={answers}
            onDone={settle('answered')}
            isOver={settled === 'answered'}
          />
        ) : null}
        {reason === 'partial_refund_unassigned' && productIds.length > 0 && settled !== 'closed' ? (
          <NameRefund
            orderId={checkoutSessionId}
            refundId={subject}
            productIds={productIds}
            answers={answers}
            onDone={settle('answered')}
            isOver={settled === 'answered'}
          />
        ) : null}
        {settled === 'answered' ? null : (
          <ConfirmedAction
            action="Close it"
            about={`${title.toLowerCase()}, order ${checkoutSessionId}`}
            question={<p>It waits no more, and stays closed whatever arrives about it.</p>}
            confirm="Close it"
            run={async (why) => {
              await decide(checkoutSessionId, { what: reason, about: subject, reason: why });
              return 'Closed.';
            }}
            onDone={settle('closed')}
            isOver={settled === 'closed'}
          />
        )}
      </div>
    </>
  );
}
