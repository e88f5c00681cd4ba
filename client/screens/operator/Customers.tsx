import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { OperatorCustomer } from '#shared/api/customers.ts';
import { CustomerFile } from './CustomerFile.tsx';
import styles from './Operator.module.css';
import { fetchCustomer } from './operator-calls.ts';
import { SearchLine } from './SearchLine.tsx';
import { useTask } from './use-task.ts';

/** The customer that another section passed on: in the history entry's state, not in the URL, which is logged. */
function sentAlong(state: unknown): string {
  const customer = (state as { customer?: unknown } | null)?.customer;
  return typeof customer === 'string' ? customer : '';
}

/** Search for a person by address or account. */
export function Customers() {
  const sent = sentAlong(useLocation().state);
  const [text, setText] = useState(sent);
  const [found, setFound] = useState<OperatorCustomer | null>(null);
  const task = useTask();
  // After a failed look-up, the previous customer must not be shown as its result.
  const look = (customer: string) =>
    task.run(
      async () => setFound(await fetchCustomer(customer)),
      () => setFound(null),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for whoever was sent along
  useEffect(() => {
    if (sent) look(sent);
  }, [sent]);
  return (
    <div className={styles['section']}>
      <SearchLine
        label="Find a customer"
        name="customer"
        hint="The whole email address, the account’s id, or the user name of somebody who is signed in on the site."
        button="Look up"
        busyLabel="Looking"
        text={text}
        missing="Type an address or an account’s id."
        onText={setText}
        task={task}
        result={found ? foundText(found) : ''}
        onSearch={look}
      />
      {found ? <CustomerFile key={found.key} customer={found} onChanged={() => look(found.key)} /> : null}
    </div>
  );
}

function foundText({ key, identities, orders }: OperatorCustomer): string {
  if (identities.length === 0) return `Nothing is known of ${key}.`;
  return `${key}: ${orders.length === 1 ? 'one order' : `${orders.length} orders`}.`;
}
