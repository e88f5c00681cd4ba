import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { BusyArea } from './busy-area.tsx';
import styles from './FlowForm.module.css';
import type { Fault } from './fault.ts';
import { giveFocus, isFocusLost } from './keep-focus.ts';
import { Notice } from './Notice.tsx';
import { ButtonRow } from './Page.tsx';
import { useSaidWhileBusy } from './use-busy.ts';
import { useHydrated } from './use-hydrated.ts';

interface FlowFormProps {
  heading: string;
  /** Takes the focus when a flow arrives at this step. */
  headingRef?: Ref<HTMLHeadingElement>;
  lead?: ReactNode;
  /** Why the person is here, or what has just been done for them. */
  notice?: string | null;
  fault: Fault | null;
  busy: boolean;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
  /** The buttons. */
  actions: ReactNode;
}

/** One step of an account flow: heading, fields, what went wrong, buttons. */
export function FlowForm({
  heading,
  headingRef,
  lead,
  notice = null,
  fault,
  busy,
  onSubmit,
  children,
  actions,
}: FlowFormProps) {
  const headingId = useId();
  const noticeId = useId();
  const hydrated = useHydrated();
  const { form, onFocus } = useFocusAfterAnswer(busy, fault);
  useSaidWhileBusy(busy);
  const [refusal, setRefusal] = useState(fault);
  // During a retry the last error keeps its space, invisibly, so that the buttons do not move under the finger.
  if (!busy && refusal !== fault) setRefusal(fault);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      // `post`, so that a form that is submitted without JavaScript never puts a password into the URL.
      method="post"
      aria-labelledby={headingId}
      // The browser's own validation messages are neither the specification's words nor linked to the fields.
      noValidate
      onSubmit={submit}
      onFocus={onFocus}
    >
      <div className={styles['top']}>
        <h2
          id={headingId}
          ref={headingRef}
          className={styles['heading']}
          tabIndex={-1}
          aria-describedby={notice ? noticeId : undefined}
        >
          {heading}
        </h2>
        {lead ? <p className={styles['lead']}>{lead}</p> : null}
        {notice ? (
          <Notice kind="info">
            <span id={noticeId}>{notice}</span>
          </Notice>
        ) : null}
        {/* The live region exists before its text, or some screen readers would miss the text. */}
        <div role="alert" className={busy ? styles['unseen'] : undefined}>
          {refusal?.message || refusal?.advice ? (
            <Notice kind="error" silent>
              {refusal.message ? <p>{refusal.message}</p> : null}
              {refusal.advice ? <p>{refusal.advice}</p> : null}
            </Notice>
          ) : null}
        </div>
      </div>
      <BusyArea busy={busy}>
        {children}
        {/* Disabled until client/start.ts runs: without scripts it could only submit the form to nowhere. */}
        <fieldset className={styles['actions']} role="presentation" disabled={!hydrated}>
          <ButtonRow>{actions}</ButtonRow>
        </fieldset>
      </BusyArea>
    </form>
  );
}

/**
 * A button that is disabled while busy loses the keyboard focus. When the answer is there, the focus goes to the first
 * field with an error, or back to where it was.
 */
function useFocusAfterAnswer(busy: boolean, fault: Fault | null) {
  const form = useRef<HTMLFormElement>(null);
  const last = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const element = form.current;
    if (busy || !element) return;
    const active = document.activeElement;
    if (!isFocusLost() && !element.contains(active)) return;
    const wrong = fault ? element.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (wrong) giveFocus(wrong);
    else if (last.current && !element.contains(active)) {
      const back = last.current.matches(':disabled') ? element.querySelector('input') : last.current;
      giveFocus(back);
    }
  }, [busy, fault]);

  return {
    form,
    onFocus: (event: FocusEvent) => {
      last.current = event.target as HTMLElement;
    },
  };
}
