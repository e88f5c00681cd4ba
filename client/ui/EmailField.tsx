import { type Ref, useRef } from 'react';
import { giveFocus } from './keep-focus.ts';
import { addressMeant } from './mistyped-domain.ts';
import styles from './TextField.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface EmailFieldProps extends Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error' | 'hint'> {
  /** Somebody else's, so that the browser offers no address. */
  of?: 'recipient';
  ref?: Ref<HTMLInputElement>;
}

/** An e-mail address: one's own, unless it says whose. A mistyped domain of a large provider is asked about. */
export function EmailField({ of, ...props }: EmailFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const meant = addressMeant(props.value);
  return (
    <div ref={box}>
      <TextField
        {...props}
        name={of ?? 'email'}
        type="email"
        inputMode="email"
        autoComplete={of ? 'off' : 'email'}
        literal
        required
      />
      <div role="status">
        {meant ? (
          <p className={styles['question']}>
            Did you mean{' '}
            <button
              type="button"
              className={styles['answer']}
              onClick={() => {
                props.onChange(meant);
                giveFocus(box.current?.querySelector('input'));
              }}
            >
              {meant}
            </button>
            ?
          </p>
        ) : null}
      </div>
    </div>
  );
}
