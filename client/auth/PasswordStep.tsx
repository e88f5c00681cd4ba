import { type ReactNode, type Ref, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { PasswordField } from '#client/ui/PasswordField.tsx';
import { CodeField, KnownUsername, NewPasswordField } from './AccountFields.tsx';
import { FlowForm } from './FlowForm.tsx';
import type { Fault } from './fault.ts';

export interface NewPasswordEntry {
  code: string;
  newPassword: string;
  repeatedPassword: string;
}

export interface PasswordStepProps {
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
  const [newPassword, setNewPassword] = useState('');
  const [repeatedPassword, setRepeatedPassword] = useState('');
  return (
    <FlowForm
      heading={heading}
      headingRef={headingRef}
      lead={lead}
      fault={fault}
      busy={busy !== null}
      onSubmit={() => onSubmit({ code, newPassword, repeatedPassword })}
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
      <NewPasswordField
        label="New password"
        name="new-password"
        value={newPassword}
        onChange={setNewPassword}
        error={fault?.fields.newPassword}
      />
      <PasswordField
        label="New password again"
        name="new-password-again"
        value={repeatedPassword}
        onChange={setRepeatedPassword}
        error={fault?.fields.repeatedPassword}
        autoComplete="new-password"
        required
      />
    </FlowForm>
  );
}
