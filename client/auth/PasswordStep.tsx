import { type ReactNode, type Ref, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import type { Fault } from '#client/ui/fault.ts';
import { CodeField, KnownUsername } from './AccountFields.tsx';
import { NewPasswordTwice, type NewPasswordTyped, noPasswordTyped } from './NewPasswordTwice.tsx';

export interface NewPasswordEntry extends NewPasswordTyped {
  code: string;
}

interface PasswordStepProps {
  heading: string;
  headingRef: Ref<HTMLHeadingElement>;
  lead: ReactNode;
  state: {
    /** The user name under which password managers save it. */
    username: string;
    busy: string | null;
    fault: Fault | null;
  };
  /** Whether a mailed code is asked for too. */
  withCode: boolean;
  onSubmit: (entry: NewPasswordEntry) => void;
  children?: ReactNode;
}

/** A new password, typed twice. */
export function PasswordStep({
  heading,
  headingRef,
  lead,
  state: { username, busy, fault },
  withCode,
  onSubmit,
  children,
}: PasswordStepProps) {
  const [code, setCode] = useState('');
  const [passwords, setPasswords] = useState(noPasswordTyped);
  return (
    <FlowForm
      heading={heading}
      headingRef={headingRef}
      lead={lead}
      fault={fault}
      busy={busy !== null}
      onSubmit={() => onSubmit({ code, ...passwords })}
      actions={
        <>
          <Button type="submit" busy={busy !== null} busyLabel="Changing password">
            Change password
          </Button>
          {children}
        </>
      }
    >
      <KnownUsername username={username} />
      {withCode ? (
        <CodeField label="Reset code" value={code} onChange={setCode} error={fault?.fields.code} />
      ) : null}
      <NewPasswordTwice typed={passwords} onType={setPasswords} fault={fault} />
    </FlowForm>
  );
}
