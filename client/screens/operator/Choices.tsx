import { useId } from 'react';
import styles from './Operator.module.css';

interface ChoicesProps<T extends string> {
  legend: string;
  name: string;
  values: readonly T[];
  /** In words where the value itself does not say it. */
  textOf?: (value: T) => string;
  chosen: T | '';
  onChange: (value: T) => void;
  error?: string | null;
}

/** One of a few: radio buttons under a legend. */
export function Choices<T extends string>({
  legend,
  name,
  values,
  textOf = (value) => value,
  chosen,
  onChange,
  error = null,
}: ChoicesProps<T>) {
  const id = useId();
  return (
    <fieldset className={styles['choices']} aria-describedby={`${id}fault`}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} className={styles['choice']}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChange(value)}
          />
          {textOf(value)}
        </label>
      ))}
      <p id={`${id}fault`} className={styles['fault']} role="alert">
        {error}
      </p>
    </fieldset>
  );
}
