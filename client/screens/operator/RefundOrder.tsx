import { useState } from 'react';
import type { AnsweredQuestion, RefundScope } from '#shared/api/operator-orders.ts';
import { creditNoteText, refundText } from '#shared/refund-words.ts';
import { Ticks } from './Choices.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { nameRefund, refundOrder } from './operator-calls.ts';
import { productText } from './words.ts';

interface RefundOrderProps {
  orderId: string;
  /** Only what the buyer withdrew from, rather than all that is left. */
  withdrawn?: boolean;
  /** What has not gone back: of several, some can be chosen. */
  productIds?: readonly string[];
  /** For the audit log, if known already. */
  reason?: string;
  /** The open question that it answers. */
  answers?: AnsweredQuestion;
  onDone: () => void;
  /** Nothing is left to give back. */
  isOver: boolean;
}

/** Refunds an order: a press, and a second one. */
export function RefundOrder({
  orderId,
  withdrawn = false,
  productIds = [],
  reason,
  answers,
  onDone,
  isOver,
}: RefundOrderProps) {
  const { chosen, ticks, check, reset } = useChosen('What goes back', productIds, productIds);
  const isPart = productIds.some((id) => !chosen.includes(id));
  const what: RefundScope = withdrawn ? 'withdrawn' : isPart ? chosen : 'all';
  return (
    <ConfirmedAction
      action={withdrawn ? 'Give back what was withdrawn from' : 'Give the payment back'}
      about={`order ${orderId}`}
      variant="danger"
      question={
        <p>
          {withdrawn
            ? 'What the buyer withdrew from and has not got back is paid back at its price, and what it unlocks ends; the rest of the order stays. Where it was declared with another address than the order’s, the order’s own was told: wait some days for an objection first.'
            : `All that is left of the payment goes back to the buyer, and what this order unlocks ends.${productIds.length > 1 ? ' Untick what the buyer keeps: then only the price of the rest goes back, and only what that unlocks ends.' : ''}`}
        </p>
      }
      {...(productIds.length > 1 ? { fields: ticks, check } : {})}
      confirm="Yes, give it back"
      busyLabel="Giving it back"
      {...(reason === undefined ? {} : { reason })}
      run={async (why) => {
        const refund = await refundOrder(orderId, { reason: why, what, ...(answers && { answers }) });
        reset();
        const given = refundText(refund);
        return refund.invoiceId === null ? given : `${given} ${creditNoteText(refund.invoiceId)}`;
      }}
      onDone={onDone}
      isOver={isOver}
    />
  );
}

interface NameRefundProps {
  orderId: string;
  refundId: string;
  productIds: readonly string[];
  /** The open question that it answers. */
  answers: AnsweredQuestion;
  onDone: () => void;
  /** It was said. */
  isOver: boolean;
}

/** Says what a refund of a part was for, that was made at the payment provider without saying so. */
export function NameRefund({ orderId, refundId, productIds, answers, onDone, isOver }: NameRefundProps) {
  const { chosen, ticks, check } = useChosen('What it was for', productIds, []);
  return (
    <ConfirmedAction
      action="Say what it was for"
      about={`refund ${refundId}`}
      question={<p>What these products unlock ends. No more money goes back.</p>}
      fields={ticks}
      check={check}
      confirm="It was for these"
      run={async (reason) => {
        const named = await nameRefund(orderId, { refundId, productIds: [...chosen], answers, reason });
        return `It was for ${named.productIds.map(productText).join(', ')}.`;
      }}
      onDone={onDone}
      isOver={isOver}
    />
  );
}

/** Checkboxes for products, of which at least one has to be ticked. */
function useChosen(legend: string, productIds: readonly string[], initial: readonly string[]) {
  const [ticked, setChosen] = useState(initial);
  // Some may have gone back since.
  const chosen = ticked.filter((id) => productIds.includes(id));
  const [isMissing, setMissing] = useState(false);
  return {
    chosen,
    ticks: (
      <Ticks
        legend={legend}
        name="products"
        values={productIds}
        textOf={productText}
        chosen={chosen}
        onChange={setChosen}
        error={isMissing ? 'Choose at least one.' : null}
      />
    ),
    reset: () => setChosen(initial),
    check: () => {
      setMissing(chosen.length === 0);
      return chosen.length > 0;
    },
  };
}
