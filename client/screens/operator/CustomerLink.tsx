import { useNavigate } from 'react-router';
import { operatorPath } from '#shared/operator-sections.ts';

/** A link to what is known of a customer. Who it is stays out of the URL, which is logged: it is in the history entry's state. */
export function CustomerLink({ customer }: { customer: string }) {
  const navigate = useNavigate();
  const path = operatorPath('customers');
  return (
    <a
      href={path}
      aria-label={`Show the customer ${customer}`}
      onClick={(event) => {
        event.preventDefault();
        void navigate(path, { state: { customer } });
      }}
    >
      {customer}
    </a>
  );
}
