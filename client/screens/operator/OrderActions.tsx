import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import type { OperatorOrder } from '#shared/api/operator-orders.ts';
import { movedGiftText } from '#shared/gift-standing.ts';
import { holdsMoney } from '#shared/holds-money.ts';
import { type DoublePayment, movedDoubleText } from '#shared/moved-double.ts';
import { operatorPath } from '#shared/operator-sections.ts';
import { resyncText } from '#shared/resync-words.ts';
import { wholeAddressIn } from '#shared/whole-address.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import styles from './Operator.module.css';
import { fetchEvidence, moveOrder, resendReceipt, resyncOrder } from './operator-calls.ts';
import { RefundOrder } from './RefundOrder.tsx';
import { saveFile } from './save-file.ts';
import { TaskButton } from './TaskButton.tsx';
import { useTask } from './use-task.ts';

interface OrderActionsProps {
  details: OperatorOrder;
  /** Called when something about the order has changed: reload. */
  onChanged: () => void;
}

/** The actions on an order. What cannot be undone is red and last. */
export function OrderActions({
  details: { summary, gift, payments, lines, paidTwice },
  onChanged,
}: OrderActionsProps) {
  const { checkoutSessionId: id, email, standing, accountId } = summary;
  const navigate = useNavigate();
  const provider = useTask();
  return (
    <div className={styles['section']}>
      <div className={styles['doings']}>
        <Button
          variant="quiet"
          label={`Show the customer ${email}`}
          onClick={() =>
            void navigate(operatorPath('customers'), { state: { customer: accountId ?? email } })
          }
        >
          Show the customer
        </Button>
        <Button
          variant="quiet"
          disabled={provider.busy}
          label={`Send the receipt again, order ${id}`}
          onClick={() =>
            provider.run(async (report) => {
              const sent = await resendReceipt(id);
              report(`The payment provider was asked to send the receipt to ${sent.email}.`);
            })
          }
        >
          Send the receipt again
        </Button>
        <Button
          variant="quiet"
          disabled={provider.busy}
          label={`Compare with the payment provider, order ${id}`}
          onClick={() =>
            provider.run(async (report) => {
              report(resyncText(await resyncOrder(id)));
              // Also when nothing was news: it may have come by itself since the page was loaded.
              onChanged();
            })
          }
        >
          Compare with the payment provider
        </Button>
      </div>
      {provider.fault ? <Notice kind="error">{provider.fault}</Notice> : null}
      <p role="status">{provider.said}</p>
      <Evidence id={id} isDisputed={payments.some(({ kind }) => kind === 'dispute')} />
      <div className={styles['doings']}>
        <Move id={id} isGift={gift !== undefined} paidTwice={paidTwice} onMoved={onChanged} />
        <RefundOrder orderId={id} lines={lines} onDone={onChanged} isOver={!holdsMoney(standing)} />
      </div>
    </div>
  );
}

/** The evidence for a dispute, to read here and to download. */
function Evidence({ id, isDisputed }: { id: string; isDisputed: boolean }) {
  const [evidence, setEvidence] = useState<{ fileName: string; text: string } | null>(null);
  return (
    <>
      <TaskButton
        busyLabel="Writing it down"
        label={`Evidence for a dispute, order ${id}`}
        run={async (report) => {
          setEvidence(await fetchEvidence(id));
          report('It is written down below.');
        }}
      >
        Evidence for a dispute
      </TaskButton>
      {evidence ? (
        <>
          <p className={styles['dim']}>
            {`${isDisputed ? '' : 'Nothing is disputed now. '}What the shop knows, under the names of the payment provider’s form. Read it before you send it: it is about a person.`}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre className={styles['paper']} translate="no" tabIndex={0}>
            {evidence.text}
          </pre>
          <TaskButton
            busyLabel="Saving"
            label={`Save the evidence, order ${id}`}
            run={async (report) => report(saveFile(evidence.fileName, evidence.text))}
          >
            Save the evidence
          </TaskButton>
        </>
      ) : null}
    </>
  );
}

interface MoveProps {
  id: string;
  isGift: boolean;
  paidTwice: readonly DoublePayment[];
  onMoved: () => void;
}

function Move({ id, isGift, paidTwice, onMoved }: MoveProps) {
  const [to, setTo] = useState('');
  const [wrong, setWrong] = useState(false);
  return (
    <ConfirmedAction
      action="Move to another address"
      about={`order ${id}`}
      question={
        <p>
          {[
            isGift
              ? movedGiftText
              : 'What it unlocks leaves the account that has it, if one has, and waits for the owner of the other address. Make sure that it is theirs: amount and time from their bank, or the receipt.',
            ...paidTwice.map(movedDoubleText),
          ].join(' ')}
        </p>
      }
      confirm="Move the order"
      fields={
        <TextField
          label="The right address"
          name="to"
          type="email"
          value={to}
          onChange={setTo}
          error={wrong ? 'This is no address.' : null}
          autoComplete="off"
          literal
          required
        />
      }
      check={() => {
        const isRight = wholeAddressIn(to) !== null;
        setWrong(!isRight);
        return isRight;
      }}
      run={async (reason) => {
        const moved = await moveOrder(id, { to, reason });
        return `Moved from ${moved.from} to ${moved.to}.`;
      }}
      onDone={onMoved}
    />
  );
}
