import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './TextField.module.css';

interface TextAreaProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  hint?: string;
  maxLength: number;
}

/** Several lines of text, with their label above them. */
export function TextArea({ label, name, value, onChange, error, hint, maxLength }: TextAreaProps) {
  const id = useId();
  const described = [hint ? `${id}hint` : '', error ? `${id}error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className={styles['hint']} id={`${id}hint`}>
          {hint}
        </p>
      ) : null}
      <div className={classNames(styles['frame'], Boolean(error) && styles['wrong'])}>
        <textarea
          className={styles['input']}
          id={id}
          name={name}
          rows={4}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={maxLength}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
      </div>
      <div role="alert">
        {error ? (
          <p className={styles['error']} id={`${id}error`}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
