import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import type { OperatorCustomer } from '#shared/api/customers.ts';
import { CustomerFile } from './CustomerFile.tsx';
import styles from './Operator.module.css';
import { fetchCustomer } from './operator-calls.ts';
import { useTask } from './use-task.ts';

/** Whom another section sent along: in the history's entry, not in the address, which is logged on the way. */
function sentAlong(state: unknown): string {
  const customer = (state as { customer?: unknown } | null)?.customer;
  return typeof customer === 'string' ? customer : '';
}

/** What is known of a person, by address or account. */
export function Customers() {
  const sent = sentAlong(useLocation().state);
  const [text, setText] = useState(sent);
  const [found, setFound] = useState<OperatorCustomer | null>(null);
  const task = useTask();
  const look = (customer: string) => task.run(async () => setFound(await fetchCustomer(customer)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for whoever was sent along
  useEffect(() => {
    if (sent) look(sent);
  }, [sent]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) look(text.trim());
  };
  return (
    <div className={styles['section']}>
      <form className={styles['line']} onSubmit={submit}>
        <TextField
          label="Find a customer"
          name="customer"
          value={text}
          onChange={setText}
          hint="The whole email address, or the account’s id."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={task.busy} busyLabel="Looking">
          Look up
        </Button>
      </form>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      <p role="status">{found ? foundText(found) : ''}</p>
      {found && found.identities.length > 0 ? (
        <CustomerFile key={found.key} customer={found} onChanged={() => look(found.key)} />
      ) : null}
    </div>
  );
}

function foundText({ key, identities, orders }: OperatorCustomer): string {
  if (identities.length === 0) return `Nothing is known of ${key}.`;
  return `${key}: ${orders.length === 1 ? 'one order' : `${orders.length} orders`}.`;
}
