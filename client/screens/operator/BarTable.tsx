import styles from './Operator.module.css';

interface BarTableProps {
  caption: string;
  /** Of the name column and each cell. */
  headings: readonly string[];
  rows: readonly { name: string; value: number; cells: readonly string[] }[];
}

/** A table with a bar in each row, relative to the largest. The numbers say the same to screen readers. */
export function BarTable({ caption, headings, rows }: BarTableProps) {
  const largest = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className={styles['bars']}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 ? (
          <tr>
            <td colSpan={headings.length}>None in this time.</td>
          </tr>
        ) : null}
        {rows.map(({ name, value, cells }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <svg
                className={styles['bar']}
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={(100 * value) / largest} height="4" />
              </svg>
            </th>
            {cells.map((cell, index) => (
              <td key={headings[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
