import { useNavigate } from 'react-router';
import { operatorPath } from '#shared/operator-sections.ts';
import styles from './Operator.module.css';

/**
 * Leads to what is known of a customer. Who it is stays out of the URL, which is logged: it is in the history entry's state. So
 * it is a button, because the page has no address that another tab could open.
 */
export function CustomerLink({ customer }: { customer: string }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={styles['link']}
      translate="no"
      aria-label={`Show the customer ${customer}`}
      onClick={() => void navigate(operatorPath('customers'), { state: { customer } })}
    >
      {customer}
    </button>
  );
}
