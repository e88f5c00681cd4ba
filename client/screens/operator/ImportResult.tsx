import type { ImportAnswer } from '#shared/api/imports.ts';
import styles from './Operator.module.css';
import { counted } from './words.ts';

/** The result of an import or a dry run. */
export function ImportResult({ result }: { result: ImportAnswer }) {
  const { encoding, changed, importId, fresh, already, unpaid, faults } = result;
  return (
    <div className={styles['section']}>
      <p>
        <strong>
          {changed
            ? `${counted(fresh, 'line')} brought in${importId === null ? '' : ` as import ${importId}`}`
            : `${counted(fresh, 'line')} to bring in`}
        </strong>
        <span>
          {`, ${already} already in, ${counted(unpaid.count, 'pledge')} not paid, ${counted(faults.count, 'bad line')}${
            changed && faults.count > 0 ? ' left out' : ''
          }.${changed ? '' : ' Nothing was changed.'}${encoding === 'UTF-8' ? '' : ` The file was read as ${encoding}.`}`}
        </span>
      </p>
      <Lines title="Bad lines" lines={faults} />
      <Lines title="Not paid, and so nothing unlocked" lines={unpaid} />
    </div>
  );
}

function Lines({ title, lines: { count, first } }: { title: string; lines: ImportAnswer['faults'] }) {
  if (count === 0) return null;
  return (
    <>
      <h3 className={styles['name']}>{title}</h3>
      <ul className={styles['history']}>
        {first.map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
      {count > first.length ? <p>and {count - first.length} more.</p> : null}
    </>
  );
}
