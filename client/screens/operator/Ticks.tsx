import { useId } from 'react';
import styles from './Operator.module.css';

interface TicksProps {
  legend: string;
  name: string;
  values: readonly string[];
  /** In words where the value itself does not say it. */
  textOf?: (value: string) => string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  error?: string | null | undefined;
}

/** Any of a few: checkboxes under a legend. */
export function Ticks({
  legend,
  name,
  values,
  textOf = (value) => value,
  chosen,
  onChange,
  error = null,
}: TicksProps) {
  const id = useId();
  return (
    <fieldset className={styles['choices']} aria-describedby={`${id}fault`}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} className={styles['choice']}>
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
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
