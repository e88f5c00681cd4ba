import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { CodeField } from './AccountFields.tsx';
import { FlowForm } from './FlowForm.tsx';
import type { Fault } from './fault.ts';

interface MailedCodeStepProps {
  headingRef: Ref<HTMLHeadingElement>;
  /** Masked, as the service says it; `null` when it did not say. */
  destination: string | null;
  /** What the form waits for: the code is checked, another one is sent, or nothing. */
  busy: 'checking' | 'sending' | null;
  /** Another code has just been sent. */
  resent: boolean;
  fault: Fault | null;
  onSubmit: (code: string) => void;
  /** Has another code sent; without it there is no such button. */
  onResend?: () => void;
  /** Ways out. */
  children?: ReactNode;
}

/** The code from a mail that signs somebody in. */
export function MailedCodeStep(props: MailedCodeStepProps) {
  const { headingRef, destination, busy, resent, fault, onSubmit, onResend, children } = props;
  const [code, setCode] = useState('');
  useEffect(() => {
    // What was typed of the one before is of no use any more.
    if (resent) setCode('');
  }, [resent]);
  return (
    <FlowForm
      heading="Enter the code from the email"
      headingRef={headingRef}
      lead={`A code to sign in with is on its way to ${destination ?? 'your email address'}. It works for a few minutes.`}
      fault={fault}
      busy={busy !== null}
      onSubmit={() => onSubmit(code)}
      actions={
        <>
          <Button
            type="submit"
            busy={busy === 'checking'}
            busyLabel="Checking the code"
            disabled={busy !== null}
          >
            Continue
          </Button>
          {onResend ? (
            <Button
              variant="quiet"
              busy={busy === 'sending'}
              busyLabel="Sending"
              disabled={busy !== null}
              onClick={onResend}
            >
              Send a new code
            </Button>
          ) : null}
          {children}
        </>
      }
    >
      {resent ? <Notice kind="success">New code sent to your email inbox!</Notice> : null}
      <CodeField
        label="Code from the email"
        value={code}
        onChange={setCode}
        error={fault?.fields.code}
        hint="Only the newest code works."
      />
    </FlowForm>
  );
}
