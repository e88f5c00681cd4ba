import { type HTMLInputTypeAttribute, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './TextField.module.css';

export interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong and what to do. Read out when it appears. */
  error?: string | null | undefined;
  hint?: ReactNode;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'search' | 'tel' | 'url' | 'none';
  autoCapitalize?: 'none' | 'sentences' | 'words' | 'characters';
  spellCheck?: boolean;
  required?: boolean;
  disabled?: boolean;
  maxLength?: number;
  /** Stands at the field's end, inside its frame. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with its label above it. Label, hint and error are tied to the field for those who listen. */
export function TextField({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  type = 'text',
  autoComplete,
  inputMode,
  autoCapitalize,
  spellCheck,
  required = false,
  disabled = false,
  maxLength,
  trailing,
  ref,
}: TextFieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className={styles['hint']} id={hintId}>
          {hint}
        </p>
      ) : null}
      <div className={classNames(styles['frame'], Boolean(error) && styles['wrong'])}>
        <input
          ref={ref}
          className={styles['input']}
          id={id}
          name={name}
          type={type}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize={autoCapitalize}
          spellCheck={spellCheck}
          required={required}
          disabled={disabled}
          maxLength={maxLength}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {trailing}
      </div>
      {/* The live region is there before the error is, or some screen readers would miss it. */}
      <div role="alert">
        {error ? (
          <p className={styles['error']} id={errorId}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
