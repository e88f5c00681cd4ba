import { useId, useState } from 'react';
import styles from './Operator.module.css';

interface LinesFieldProps {
  label: string;
  name: string;
  hint: string;
  value: readonly string[];
  /** The lines that have something in them. */
  onChange: (lines: readonly string[]) => void;
}

/** Several entries, one a line. */
export function LinesField({ label, name, hint, value, onChange }: LinesFieldProps) {
  const id = useId();
  const [text, setText] = useState(value.join('\n'));
  return (
    <div className={styles['lines']}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}hint`} className={styles['dim']}>
        {hint}
      </p>
      <textarea
        id={id}
        name={name}
        rows={3}
        value={text}
        aria-describedby={`${id}hint`}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          const lines = currentTarget.value.split('\n').map((line) => line.trim());
          onChange(lines.filter((line) => line !== ''));
        }}
      />
    </div>
  );
}
