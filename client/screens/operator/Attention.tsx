import type { OperatorFigures } from '#shared/api/operator.ts';
import styles from './Operator.module.css';
import { Section } from './Section.tsx';
import { codeText, momentText } from './words.ts';

/** Orders that wait for a decision that only a person can make. */
export function Attention({ items }: { items: OperatorFigures['attention'] }) {
  return (
    <Section id="attention" title="Waiting for you">
      {items.length === 0 ? <p>Nothing waits for a decision.</p> : null}
      <ul className={styles['cards']}>
        {items.map(({ checkoutSessionId, reason, subject, raisedAt }) => (
          <li key={`${checkoutSessionId} ${reason} ${subject}`} className={styles['card']}>
            <p>
              <strong>{codeText(reason)}</strong>: {subject}
            </p>
            <p className={styles['dim']}>
              Order {checkoutSessionId}, since {momentText(raisedAt)}. Decide at the payment provider, then
              close it with <code>admin orders resolve</code>.
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
