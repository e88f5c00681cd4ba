import { type FormEvent, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import type { OperatorOrderSummary } from '#shared/api/operator.ts';
import styles from './Operator.module.css';
import { OrderCard } from './OrderCard.tsx';
import { searchOrders } from './operator-calls.ts';
import { Section } from './Section.tsx';
import { useTask } from './use-task.ts';

/** The search for orders. */
export function Orders() {
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ text: string; orders: readonly OperatorOrderSummary[] } | null>(null);
  const task = useTask();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    task.run(async () => {
      const { orders } = await searchOrders(text.trim());
      setFound({ text: text.trim(), orders });
    });
  };
  return (
    <Section id="orders" title="Orders">
      <form className={styles['line']} onSubmit={submit}>
        <TextField
          label="Find orders"
          name="query"
          value={text}
          onChange={setText}
          hint="A part of the address, the checkout session (cs_…), the payment (pi_…) or the account. Leave it empty for the newest."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={task.busy} busyLabel="Searching">
          Search
        </Button>
      </form>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      <p role="status">{found ? resultText(found.orders.length, found.text) : ''}</p>
      <ul className={styles['cards']}>
        {(found?.orders ?? []).map((order) => (
          <li key={order.checkoutSessionId} className={styles['card']}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function resultText(count: number, text: string): string {
  const what = count === 0 ? 'No order' : count === 1 ? 'One order' : `${count} orders`;
  return text === '' ? `${what}, the newest first.` : `${what} with “${text}”.`;
}
