import type { OperatorToday } from '#shared/api/operator.ts';
import { formatSek } from '#shared/money.ts';
import { type OperatorSection, operatorPath } from '#shared/operator-sections.ts';
import { AttentionCard } from './AttentionCard.tsx';
import styles from './Operator.module.css';
import { Section } from './Section.tsx';
import { Speed } from './Speed.tsx';
import { Voices } from './Voices.tsx';
import { counted, shopDayOf, shopMomentText } from './words.ts';

/** The start page: open questions, sales, faults. */
export function Today({
  today: { attention, sales, speed, trouble, lastEventAt, live },
}: {
  today: OperatorToday;
}) {
  return (
    <>
      <Section id="attention" title="Waiting for you">
        {attention.length === 0 ? <p>Nothing waits for a decision.</p> : null}
        <ul className={styles['cards']}>
          {attention.map((item) => (
            <li key={`${item.checkoutSessionId} ${item.reason} ${item.subject}`} className={styles['card']}>
              <AttentionCard item={item} order={item.order} />
            </li>
          ))}
        </ul>
      </Section>
      <Section id="sales" title="Sales">
        <dl className={styles['tiles']}>
          {sales.map(({ days, orders, ore }) => (
            <div key={days}>
              <dt>{days === 1 ? 'Today' : `The last ${days} days`}</dt>
              <dd>
                <strong>{formatSek(ore)}</strong>
                <span>{counted(orders, 'order')}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles['dim']}>
          <span>{`${live ? 'Real' : 'Test'} payments, before refunds; days are those of Stockholm.`}</span>{' '}
          <a href={operatorPath('books')}>Products, days and books</a>
        </p>
      </Section>
      <Section id="trouble" title="What fails">
        {trouble.length === 0 ? (
          <p>
            Nothing that the shop itself notices. <code>admin doctor</code> looks at the rest: the payment
            provider, the user pool, the proxy, the disk and the backups.
          </p>
        ) : null}
        <ul className={styles['cards']}>
          {trouble.map(({ what, count, since }) => {
            const { title, advice, section } = troubleWords[what];
            return (
              <li key={what} className={styles['card']}>
                <p>
                  <strong>{title(count)}</strong>
                  <span>{`${since ? `, since ${shopMomentText(since)}` : ''}. ${advice}`}</span>
                </p>
                {section ? <a href={operatorPath(section)}>Look there</a> : null}
              </li>
            );
          })}
        </ul>
        <p className={styles['dim']}>
          {lastEventAt === null
            ? 'The payment provider has told of nothing yet.'
            : `The payment provider last told of something on ${shopDayOf(lastEventAt)} at ${shopMomentText(lastEventAt).slice(11)}.`}
        </p>
      </Section>
      <Speed speed={speed} />
      <Voices />
    </>
  );
}

interface TroubleWords {
  title: (count: number) => string;
  advice: string;
  section?: OperatorSection;
}
const troubleWords: Readonly<Record<OperatorToday['trouble'][number]['what'], TroubleWords>> = {
  mail_service: {
    title: () => 'The mail service takes no letters',
    advice: 'They wait in the outbox; no sale is lost.',
    section: 'letters',
  },
  letters: {
    title: (count) => `${counted(count, 'letter')} did not arrive`,
    advice: 'Each says why, and what to do.',
    section: 'letters',
  },
  letters_put_off: {
    title: (count) => `The mail service puts off ${counted(count, 'letter')}`,
    advice:
      'They go out by themselves once it takes them. What it answers says whether you have to do something.',
    section: 'letters',
  },
  restore_drill: {
    title: () => 'The last backup that was tried could not be restored',
    advice: 'Make another one and try it, at the command line: admin backup, admin drill.',
  },
  imports: {
    title: (count) => (count === 1 ? '1 import was interrupted' : `${count} imports were interrupted`),
    advice: 'Bring the file in again, or take the import back.',
    section: 'imports',
  },
};
