import { creditNoteText } from '#shared/credit-note-words.ts';
import { formatAmount } from '#shared/presentment.ts';
import { refundOrder } from './operator-calls.ts';
import { Reasoned } from './Reasoned.tsx';
import { codeText } from './words.ts';

interface RefundOrderProps {
  orderId: string;
  /** Only what the buyer withdrew from, rather than all that is left. */
  withdrawn?: boolean;
  /** For the audit log, if known already. */
  reason?: string;
  onDone?: () => void;
}

/** Refunds an order: a press, and a second one. */
export function RefundOrder({ orderId, withdrawn = false, reason, onDone }: RefundOrderProps) {
  return (
    <Reasoned
      action={withdrawn ? 'Give back what was withdrawn from' : 'Give the payment back'}
      about={`order ${orderId}`}
      variant="danger"
      question={
        withdrawn ? (
          <p>
            What the buyer withdrew from and has not got back is paid back at its price, and what it unlocks
            ends; the rest of the order stays. Where it was declared with another address than the order’s,
            the order’s own was told: wait some days for an objection first.
          </p>
        ) : (
          <p>All that is left of the payment goes back to the buyer, and what this order unlocks ends.</p>
        )
      }
      confirm="Yes, give it back"
      busyLabel="Giving it back"
      {...(reason === undefined ? {} : { reason })}
      run={async (why) => {
        const refund = await refundOrder(orderId, { reason: why, withdrawn });
        const given = `${formatAmount(refund.amountOre, refund.currency)} given back (${codeText(refund.status)}).`;
        return refund.invoiceId === null ? given : `${given} ${creditNoteText(refund.invoiceId)}`;
      }}
      {...(onDone ? { onDone } : {})}
    />
  );
}
