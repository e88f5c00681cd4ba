import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { refundOrder } from './operator-calls.ts';
import { useTask } from './use-task.ts';
import { amountText, codeText } from './words.ts';

/** Why, as it stands in the record: the question is always the same. */
const reason = 'paid twice';

/** For the press that asks back: whoever uses a keyboard goes on there. */
const focusNow = (button: HTMLButtonElement | null) => button?.focus();

/** The refund of an order that was paid for before: prepared, so that a press and a second one make it. */
export function RefundPaidTwice({ orderId }: { orderId: string }) {
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const task = useTask();
  if (done !== null) return <p role="status">{done}</p>;
  return (
    <>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      {asking ? (
        <ButtonRow>
          <Button
            variant="danger"
            busy={task.busy}
            busyLabel="Giving it back"
            label={`Yes, give it back, order ${orderId}`}
            ref={focusNow}
            onClick={() =>
              task.run(async () => {
                const { amountOre, status } = await refundOrder(orderId, { reason });
                setDone(`${amountText(amountOre)} given back (${codeText(status)}).`);
              })
            }
          >
            Yes, give it back
          </Button>
          <Button variant="quiet" disabled={task.busy} onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </ButtonRow>
      ) : (
        <Button
          variant="quiet"
          label={`Give the payment back, order ${orderId}`}
          onClick={() => setAsking(true)}
        >
          Give the payment back
        </Button>
      )}
    </>
  );
}
