import styles from './FactList.module.css';

/** Terms with what belongs to them, in two columns under lines. */
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
