import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import type { Fault } from '#client/ui/fault.ts';
import { SuccessRegion } from '#client/ui/SuccessRegion.tsx';
import { CodeField } from './AccountFields.tsx';

/** The texts of a form for a mailed code. */
interface MailedCodeWords {
  heading: string;
  lead: ReactNode;
  field: string;
  hint: string;
  submit: string;
  submitting: string;
}

export interface MailedCodeFormProps {
  headingRef: Ref<HTMLHeadingElement>;
  words: MailedCodeWords;
  state: {
    /** `resending`, `null`, or the flow's name for checking the code and what follows. */
    busy: string | null;
    /** Another code has just been sent. */
    resent: boolean;
    fault: Fault | null;
  };
  onSubmit: (code: string) => void;
  /** Sends another code; without it there is no such button. */
  onResend?: (() => void) | undefined;
  /** Whether another code may be asked for after the first new one. */
  resendAgain?: boolean;
  /** Ways out for people who get no code. */
  children?: ReactNode;
}

/** The form for a mailed code, which can send a new one. */
export function MailedCodeForm(props: MailedCodeFormProps) {
  const { headingRef, words, state, onSubmit, onResend, resendAgain = true, children } = props;
  const { busy, resent, fault } = state;
  const [code, setCode] = useState('');
  useEffect(() => {
    // The old code that was typed is invalid now.
    if (resent) setCode('');
  }, [resent]);
  return (
    <FlowForm
      heading={words.heading}
      headingRef={headingRef}
      lead={words.lead}
      fault={fault}
      busy={busy !== null}
      onSubmit={() => onSubmit(code)}
      actions={
        <>
          <Button type="submit" busy={busy !== null && busy !== 'resending'} busyLabel={words.submitting}>
            {words.submit}
          </Button>
          {onResend ? (
            <Button
              variant="quiet"
              busy={busy === 'resending'}
              busyLabel="Sending"
              disabled={resent && !resendAgain}
              onClick={onResend}
            >
              Send a new code
            </Button>
          ) : null}
          {children}
        </>
      }
    >
      <SuccessRegion>{resent ? 'New code sent to your email inbox!' : null}</SuccessRegion>
      <CodeField
        label={words.field}
        value={code}
        onChange={setCode}
        error={fault?.fields.code}
        hint={words.hint}
      />
    </FlowForm>
  );
}
