import type { OperatorCustomer } from '#shared/api/customers.ts';
import { CustomerFile } from './CustomerFile.tsx';
import styles from './Operator.module.css';
import { fetchCustomer } from './operator-calls.ts';
import { SearchLine } from './SearchLine.tsx';
import { useKeptSearch } from './use-search.ts';

/** Search for a person by address or account. */
export function Customers() {
  const { text, setText, task, found, search, reload } = useKeptSearch(
    'customer',
    fetchCustomer,
    ({ key }) => key,
  );
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
        onSearch={search}
      />
      {found ? <CustomerFile key={found.key} customer={found} onChanged={reload} /> : null}
    </div>
  );
}

function foundText({ key, identities, orders }: OperatorCustomer): string {
  if (identities.length === 0) return `Nothing is known of ${key}.`;
  return `${key}: ${orders.length === 1 ? 'one order' : `${orders.length} orders`}.`;
}
