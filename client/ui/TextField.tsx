import {
  type HTMLInputTypeAttribute,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useHeldStill } from './busy-area.tsx';
import { classNames } from './class-names.ts';
import styles from './TextField.module.css';

export interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** The error and what to do. Read out when it appears. */
  error?: string | null | undefined;
  hint?: ReactNode;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'search' | 'tel' | 'url' | 'none';
  /** Read by a program, letter by letter: an address, a name to sign in with, a code. */
  literal?: boolean;
  required?: boolean;
  maxLength?: number;
  /** Shown at the field's end, inside its frame. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** The ARIA attributes that connect a field with its label, hint and error. */
interface FieldAttributes {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface LabelledFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'trailing'> {
  /** Renders the field itself, with these attributes. */
  children: (attributes: FieldAttributes) => ReactNode;
}

/** A field with its label and hint above it, and its error below. */
export function LabelledField({ label, hint, error, trailing, children }: LabelledFieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const alert = useRef<HTMLDivElement>(null);
  const submits = useSubmits(alert);
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
        {children({
          id,
          className: styles['input'],
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described || undefined,
        })}
        {trailing}
      </div>
      {/* The live region exists before the error, or some screen readers would miss it. Orca 43 in Firefox does; `aria-live`
          beside the role would mend that, but NVDA is reported to read such a region twice there
          (github.com/nvaccess/nvda/issues/5749). */}
      <div ref={alert} role="alert">
        {error ? (
          // A new element for each submit: the same words in the same element would not be read out again, and whoever
          // cannot see them would not know that the form was refused a second time.
          <p key={submits} className={styles['error']} id={errorId}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/**
 * How often the form around an alert has been submitted and left the alert's words as they were. Compared at the document,
 * where the event comes first and last: between the two the form has taken a corrected field's error away, or shown
 * another. Neither the old words nor the new ones may be read out once more.
 */
function useSubmits(alert: RefObject<Element | null>): number {
  const [submits, setSubmits] = useState(0);
  useEffect(() => {
    let shown: Element | null | undefined;
    let words: string | null | undefined;
    const look = () => {
      shown = alert.current?.firstElementChild;
      words = shown?.textContent;
    };
    const count = ({ target }: Event) => {
      if (!shown || !(target as Element).contains(shown)) return;
      if (alert.current?.firstElementChild === shown && shown.textContent === words)
        setSubmits((before) => before + 1);
    };
    document.addEventListener('submit', look, true);
    document.addEventListener('submit', count);
    return () => {
      document.removeEventListener('submit', look, true);
      document.removeEventListener('submit', count);
    };
  }, [alert]);
  return submits;
}

/**
 * Some password managers fill a field in without an event. React would not know of it, send what it knows, and empty the field
 * with the next change of the form. It keeps what it knows as the field's default value, and takes an event for a change
 * only if the value has not passed by it. The press comes first: Enter presses the submit button as well.
 */
function noticeFilled({ target }: Event): void {
  const form = (target as Element).closest('form');
  // Only where React keeps a value there is the attribute: not of a chosen file or a tick.
  const filled = [...(form?.querySelectorAll<HTMLInputElement>('input[value]') ?? [])]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => [field, field.value] as const);
  const setUnnoticed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const [field, value] of filled) {
    field.value = field.defaultValue;
    setUnnoticed?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Keeps keyboards, mostly those of phones, from changing what is typed. */
export const uncorrected = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Characters without a shape, which come along when text is copied, and which nobody would find. */
const unseen = /\p{Cf}/gu;

/** One line of text with its label above it. */
export function TextField({
  label,
  onChange,
  error,
  hint,
  type = 'text',
  literal = false,
  required,
  trailing,
  ...input
}: TextFieldProps) {
  const held = useHeldStill();
  // Once for all fields, and for good: the document takes the same listener only once.
  useEffect(() => document.addEventListener('click', noticeFilled, true), []);
  return (
    <LabelledField label={label} hint={hint} error={error} trailing={trailing}>
      {(attributes) => (
        <input
          {...input}
          {...(literal ? uncorrected : {})}
          {...attributes}
          // With `required` itself, Firefox calls a field invalid to screen readers that nobody has been in yet.
          aria-required={required}
          // People's own words may be in a script that runs from right to left.
          dir={literal || type !== 'text' ? undefined : 'auto'}
          type={type}
          // Not a password: the browser may be about to offer to keep it. Disabled, it would lose the focus.
          readOnly={held && type !== 'password'}
          onChange={({ currentTarget: { value } }) => onChange(literal ? value.replace(unseen, '') : value)}
        />
      )}
    </LabelledField>
  );
}
