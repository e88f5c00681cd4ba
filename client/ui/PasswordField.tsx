import { useState } from 'react';
import styles from './TextField.module.css';
import { TextField, type TextFieldProps, uncorrected } from './TextField.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'inputMode' | 'literal'> {
  /** `current-password` to sign in, `new-password` for one that is being chosen. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button that shows the text. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      {...uncorrected}
      trailing={
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={shown}
          onClick={() => setShown((before) => !before)}
        >
          Show
          <VisuallyHidden> {props.label.toLowerCase()}</VisuallyHidden>
        </button>
      }
    />
  );
}
