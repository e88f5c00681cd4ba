import { type Ref, useEffect, useRef, useState } from 'react';
import { useHeldStill } from './busy-area.tsx';
import { giveFocus } from './keep-focus.ts';
import { addressMeant } from './mistyped-domain.ts';
import styles from './TextField.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface EmailFieldProps extends Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error' | 'hint'> {
  /** Somebody else's, so that the browser offers no address. */
  of?: 'recipient';
  ref?: Ref<HTMLInputElement>;
}

/** How long nobody has typed when a mistake is asked about, in milliseconds: a screen reader drops what comes between two keys. */
const pauseMs = 600;

/** An e-mail address: one's own, unless it says whose. A mistyped domain of a large provider is asked about. */
export function EmailField({ of, ...props }: EmailFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [settled, setSettled] = useState(props.value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(props.value), pauseMs);
    return () => clearTimeout(timer);
  }, [props.value]);
  // Taken while the address is being sent, the right one would stand here, and the wrong one be used.
  const held = useHeldStill();
  const meant = settled === props.value && !held ? addressMeant(settled) : null;
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
            {/* The address is no part of the button: of a live region, Orca (43) reads the text between its buttons. */}
            Did you mean{' '}
            <span className={styles['meant']} translate="no">
              {meant}
            </span>
            ?{' '}
            <button
              type="button"
              className={styles['answer']}
              aria-label={`Yes, take it: ${meant}`}
              onClick={() => {
                props.onChange(meant);
                giveFocus(box.current?.querySelector('input'));
              }}
            >
              Yes, take it
            </button>
          </p>
        ) : null}
      </div>
    </div>
  );
}
