import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button, type ButtonVariant } from '#client/ui/Button.tsx';
import { giveFocus, handFocusOn } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { textLimits } from '#shared/operator-limits.ts';
import styles from './Operator.module.css';
import { Reload } from './reload.ts';
import { useTask } from './use-task.ts';

interface ConfirmedActionProps {
  /** The label of the first button. */
  action: string;
  /** The object of the action, appended to the buttons' labels for screen readers. */
  about: string;
  variant?: ButtonVariant;
  /** What will happen, and what will not. */
  question: ReactNode;
  /** The label of the confirm button. */
  confirm: string;
  busyLabel?: string;
  /** The reason for the audit log if it is always the same; then nothing is typed. */
  reason?: string;
  /** Further fields, above the reason. */
  fields?: ReactNode;
  /** Validates the fields. @returns whether they are valid */
  check?: () => boolean;
  /** Performs the action. @returns what has happened, as text */
  run: (reason: string) => Promise<string>;
  /** Called when it is done, so that the page can reload; after a failure it is what `Reload` gives that reloads. */
  onDone?: () => void;
  /** The action is no longer possible; the result of one already done stays shown. */
  isOver?: boolean;
}

/**
 * An action with confirmation: a button, the question with the reason for the audit log, and the result in the same
 * place. The focus follows each step, for keyboard users.
 */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const {
    action,
    about,
    variant = 'quiet',
    question,
    confirm,
    busyLabel = 'One moment',
    reason: usual,
  } = props;
  const [step, setStep] = useState<'closed' | 'asking' | { done: string }>('closed');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const task = useTask();
  const reload = useContext(Reload);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef<HTMLDivElement>(null);
  const questionId = useId();
  const said = useRef<HTMLParagraphElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // Each step removes the focused element; the focus moves to its replacement. Never to a button of the question: the
    // Enter that opened it, held or pressed twice, would also answer it.
    if (step === 'asking')
      giveFocus(form.current?.querySelector<HTMLElement>('input, select') ?? asked.current);
    else giveFocus((step === 'closed' ? opener : said).current);
  }, [step]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const why = usual ?? reason.trim();
    setMissing(why === '');
    if (props.check?.() === false || why === '') return;
    task.run(async () => {
      setStep({ done: await props.run(why) });
      setReason('');
      props.onDone?.();
    }, reload);
  };

  const close = () => setStep('closed');
  /** Ignores the repeats of an Enter key that is held down. */
  const ignoreHeldEnter = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };

  if (props.isOver && step === 'closed') return null;
  return (
    <div className={styles['confirmed']}>
      {typeof step === 'object' ? (
        <p ref={said} tabIndex={-1} role="status" className={styles['done']}>
          {step.done}
        </p>
      ) : null}
      {step === 'asking' ? (
        <form
          ref={form}
          className={styles['form']}
          onSubmit={submit}
          onKeyDown={ignoreHeldEnter}
          noValidate
          aria-label={`${action}, ${about}`}
          aria-describedby={questionId}
        >
          <div ref={asked} id={questionId} tabIndex={-1}>
            {question}
          </div>
          {props.fields}
          {usual === undefined ? (
            <TextField
              label="Why, for the record"
              name="reason"
              value={reason}
              onChange={setReason}
              error={missing ? 'Say why, in a few words.' : null}
              autoComplete="off"
              maxLength={textLimits.reason}
              required
            />
          ) : null}
          {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
          <ButtonRow>
            <Button
              type="submit"
              variant={variant === 'danger' ? 'danger' : 'primary'}
              busy={task.busy}
              busyLabel={busyLabel}
              label={`${confirm}, ${about}`}
            >
              {confirm}
            </Button>
            {/* Where it is over meanwhile, there is no button that could have the focus. */}
            <Button variant="quiet" disabled={task.busy} onClick={props.isOver ? handFocusOn(close) : close}>
              Cancel
            </Button>
          </ButtonRow>
        </form>
      ) : props.isOver ? null : (
        <Button
          ref={opener}
          variant={variant}
          label={`${action}, ${about}`}
          onClick={() => setStep('asking')}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
