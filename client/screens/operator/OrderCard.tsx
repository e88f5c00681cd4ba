import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { OperatorOrder, OperatorOrderSummary } from '#shared/api/operator.ts';
import styles from './Operator.module.css';
import { fetchOrderDetails } from './operator-calls.ts';
import { useTask } from './use-task.ts';
import { amountText, codeText, letterStateText, letterText, momentText, productText } from './words.ts';

/** An order in a list; its history is fetched when it is asked for. */
export function OrderCard({ order }: { order: OperatorOrderSummary }) {
  const [details, setDetails] = useState<OperatorOrder | null>(null);
  const task = useTask();
  const toggle = () => {
    if (details) setDetails(null);
    else task.run(async () => setDetails(await fetchOrderDetails(order.checkoutSessionId)));
  };
  return (
    <>
      <h3 className={styles['name']}>{order.email}</h3>
      <p>
        {order.productIds.map(productText).join(', ')}: {amountText(order.totalOre, order.currency)},{' '}
        <strong>{codeText(order.standing)}</strong>
        {order.live ? '' : ' (test payment)'}
      </p>
      {order.lettersInTrouble > 0 ? (
        <p>
          <strong>Mail to this address did not arrive.</strong> The details say why;{' '}
          <code>admin orders move</code> corrects the address.
        </p>
      ) : null}
      <p className={styles['dim']}>
        Paid {momentText(order.paidAt)}. {order.checkoutSessionId}
      </p>
      <Button
        variant="quiet"
        onClick={toggle}
        busy={task.busy}
        busyLabel="Fetching"
        label={`${details ? 'Hide' : 'Show'} details of the order of ${order.email}`}
      >
        {details ? 'Hide' : 'Show'} details
      </Button>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      {details ? <Details details={details} /> : null}
    </>
  );
}

function Details({ details }: { details: OperatorOrder }) {
  const { summary, payments, grants, history, moves, attention, letters } = details;
  return (
    <dl className={styles['facts']}>
      <Fact name="Payment">{summary.paymentIntentId ?? 'none'}</Fact>
      <Fact name="Account">{summary.accountId ?? 'waits for the owner of the address'}</Fact>
      {payments.map(({ kind, id, status, amountOre }) => (
        <Fact key={id} name={kind === 'refund' ? 'Refund' : 'Dispute'}>
          {amountText(amountOre, summary.currency)}, {codeText(status)} ({id})
        </Fact>
      ))}
      {attention.map(({ reason, subject }) => (
        <Fact key={`${reason} ${subject}`} name="Waiting">
          {codeText(reason)} ({subject})
        </Fact>
      ))}
      {moves.map(({ at, from, to, reason, actor }) => (
        <Fact key={at} name="Moved">
          from {from} to {to}, {momentText(at)}, {actor}: {reason}
        </Fact>
      ))}
      {letters.map(({ kind, state, fault, writtenAt, endedAt }) => (
        <Fact key={`${kind} ${writtenAt}`} name="Mail">
          {letterText(kind)}: {letterStateText(state, fault)}, {momentText(endedAt ?? writtenAt)}
        </Fact>
      ))}
      <Fact name="Unlocks">
        {grants
          .map(({ adventureId, withheld }) =>
            withheld ? `${adventureId} (not now: ${codeText(withheld)})` : adventureId,
          )
          .join(', ') || 'nothing'}
      </Fact>
      <Fact name="History">
        <ol className={styles['history']}>
          {history.map(({ at, adventureId, what, reason, actor }) => (
            <li key={`${at} ${adventureId} ${what}`}>
              {momentText(at)}: {adventureId} {codeText(what)} ({codeText(reason)}, {codeText(actor)})
            </li>
          ))}
        </ol>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
