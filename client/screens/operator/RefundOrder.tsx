import { useState } from 'react';
import type { AnsweredQuestion, OperatorOrder, RefundScope } from '#shared/api/operator-orders.ts';
import { creditNoteText, refundText } from '#shared/refund-words.ts';
import { Ticks } from './Choices.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { nameRefund, refundOrder } from './operator-calls.ts';
import { productText } from './words.ts';

interface RefundOrderProps {
  orderId: string;
  /** Only what the buyer withdrew from, rather than all that is left. */
  withdrawn?: boolean;
  /** The order's: of several, some of those that have not gone back can be chosen. */
  lines?: OperatorOrder['lines'];
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
  lines = [],
  reason,
  answers,
  onDone,
  isOver,
}: RefundOrderProps) {
  const productIds = lines.filter(({ returned }) => !returned).map(({ productId }) => productId);
  const { chosen, ticks, check, reset } = useChosen('What goes back', productIds, 'all');
  const isPart = chosen.length < productIds.length;
  // Also while one is left: it may be the one that the buyer keeps, which was unticked when the others went back.
  const isChoice = lines.length > 1 && productIds.length > 0;
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
            : `All that is left of the payment goes back to the buyer, and what this order unlocks ends.${isChoice ? ' Untick what the buyer keeps: then only the price of the rest goes back, and only what that unlocks ends.' : ''}`}
        </p>
      }
      {...(isChoice ? { fields: ticks, check } : {})}
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
  const { chosen, ticks, check } = useChosen('What it was for', productIds, 'none');
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

/** Checkboxes for products, of which at least one has to be ticked. @param atFirst which are ticked */
function useChosen(legend: string, productIds: readonly string[], atFirst: 'all' | 'none') {
  // Only what was changed: products that have gone back since leave the others as they were.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const unchanged = atFirst === 'all';
  const chosen = productIds.filter((id) => changed.includes(id) !== unchanged);
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
        onChange={(ticked) => setChanged(productIds.filter((id) => ticked.includes(id) !== unchanged))}
        error={isMissing ? 'Choose at least one.' : null}
      />
    ),
    reset: () => setChanged([]),
    check: () => {
      setMissing(chosen.length === 0);
      return chosen.length > 0;
    },
  };
}
