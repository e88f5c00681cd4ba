import { useId } from 'react';
import styles from './Operator.module.css';

interface GroupProps<T extends string> {
  legend: string;
  name: string;
  values: readonly T[];
  /** In words where the value itself does not say it. */
  textOf?: (value: T) => string;
  error?: string | null | undefined;
}

/** One of a few: radio buttons under a legend. */
export function Choices<T extends string>({
  chosen,
  onChange,
  ...group
}: GroupProps<T> & { chosen: T | ''; onChange: (value: T) => void }) {
  return <Group type="radio" isChosen={(value) => value === chosen} onPress={onChange} {...group} />;
}

/** Any of a few: checkboxes under a legend. */
export function Ticks<T extends string>({
  chosen,
  onChange,
  ...group
}: GroupProps<T> & { chosen: readonly T[]; onChange: (chosen: readonly T[]) => void }) {
  const isChosen = (value: T) => chosen.includes(value);
  const turn = (value: T) =>
    onChange(isChosen(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return <Group type="checkbox" isChosen={isChosen} onPress={turn} {...group} />;
}

interface PressedProps<T> {
  type: 'radio' | 'checkbox';
  isChosen: (value: T) => boolean;
  onPress: (value: T) => void;
}

function Group<T extends string>({
  legend,
  name,
  values,
  textOf = (value) => value,
  error = null,
  type,
  isChosen,
  onPress,
}: GroupProps<T> & PressedProps<T>) {
  const id = useId();
  return (
    <fieldset className={styles['choices']} aria-describedby={`${id}fault`}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} className={styles['choice']}>
          <input
            type={type}
            name={name}
            value={value}
            checked={isChosen(value)}
            onChange={() => onPress(value)}
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
