import styles from './FactList.module.css';

/** A description list in two columns with lines. */
export function FactList({ rows }: { rows: readonly (readonly [term: string, value: string])[] }) {
  return (
    <dl className={styles['facts']}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
