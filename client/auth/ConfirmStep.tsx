import { type ReactNode, type Ref, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { CodeField } from './AccountFields.tsx';
import { FlowForm } from './FlowForm.tsx';
import type { Fault } from './fault.ts';

export interface ConfirmStepProps {
  heading?: string;
  headingRef: Ref<HTMLHeadingElement>;
  lead: ReactNode;
  state: {
    /** `confirming` and what follows it, `resending`, or `null`. */
    busy: string | null;
    resent: boolean;
    fault: Fault | null;
  };
  /** Whether another code may be asked for after the first new one. */
  resendAgain?: boolean;
  onConfirm: (code: string) => void;
  onResend: () => void;
  /** Ways out for whoever can get no code: the address was mistyped, or belongs to another account. */
  children?: ReactNode;
}

/** CONFIRM of every flow: the code from the mail, or a new one. */
export function ConfirmStep({
  heading = 'Confirm Account',
  headingRef,
  lead,
  state: { busy, resent, fault },
  resendAgain = false,
  onConfirm,
  onResend,
  children,
}: ConfirmStepProps) {
  const [code, setCode] = useState('');
  return (
    <FlowForm
      heading={heading}
      headingRef={headingRef}
      lead={lead}
      fault={fault}
      busy={busy !== null}
      onSubmit={() => onConfirm(code)}
      actions={
        <>
          <Button
            type="submit"
            busy={busy !== null && busy !== 'resending'}
            busyLabel="Confirming"
            disabled={busy !== null}
          >
            Confirm
          </Button>
          <Button
            variant="quiet"
            busy={busy === 'resending'}
            busyLabel="Sending"
            disabled={busy !== null || (resent && !resendAgain)}
            onClick={onResend}
          >
            Send a new code
          </Button>
          {children}
        </>
      }
    >
      {resent ? <Notice kind="success">New code sent to your email inbox!</Notice> : null}
      <CodeField
        label="Confirmation code"
        value={code}
        onChange={setCode}
        error={fault?.fields.code}
        hint="The code works for 24 hours."
      />
    </FlowForm>
  );
}
