import type { OperatorFigures } from '#shared/api/operator.ts';
import styles from './Operator.module.css';
import { RefundPaidTwice } from './RefundPaidTwice.tsx';
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
            {reason === 'paid_twice' ? (
              <>
                <p className={styles['dim']}>
                  Order {checkoutSessionId}, since {momentText(raisedAt)}. Everything in it was paid for with
                  the order named above, which stays as it is. It closes by itself when either goes back; a
                  second copy on purpose is closed with <code>admin orders resolve</code>.
                </p>
                <RefundPaidTwice orderId={checkoutSessionId} />
              </>
            ) : (
              <p className={styles['dim']}>
                Order {checkoutSessionId}, since {momentText(raisedAt)}. Decide at the payment provider, then
                close it with <code>admin orders resolve</code>.
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
