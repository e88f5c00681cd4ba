import { formatAmount } from '#shared/presentment.ts';
import { refundOrder } from './operator-calls.ts';
import { Reasoned } from './Reasoned.tsx';
import { codeText } from './words.ts';

interface RefundOrderProps {
  orderId: string;
  /** For the audit log, if known already. */
  reason?: string;
  onDone?: () => void;
}

/** Refunds all that is left of an order: a press, and a second one. */
export function RefundOrder({ orderId, reason, onDone }: RefundOrderProps) {
  return (
    <Reasoned
      action="Give the payment back"
      about={`order ${orderId}`}
      variant="danger"
      question={
        <p>All that is left of the payment goes back to the buyer, and what this order unlocks ends.</p>
      }
      confirm="Yes, give it back"
      busyLabel="Giving it back"
      {...(reason === undefined ? {} : { reason })}
      run={async (why) => {
        const { amountOre, currency, status } = await refundOrder(orderId, { reason: why });
        return `${formatAmount(amountOre, currency)} given back (${codeText(status)}).`;
      }}
      {...(onDone ? { onDone } : {})}
    />
  );
}
