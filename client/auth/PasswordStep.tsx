import { type ReactNode, type Ref, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { PasswordField } from '#client/ui/PasswordField.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { minimumPasswordLength } from '#shared/identity-input.ts';
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
  /** Whose password it is: password managers file it under this name. */
  username: string;
  /** Whether a code from a mail goes with it. */
  withCode: boolean;
  busy: boolean;
  fault: Fault | null;
  onSubmit: (entry: NewPasswordEntry) => void;
  children?: ReactNode;
}

/** A new password, typed twice. */
export function PasswordStep({
  heading,
  headingRef,
  lead,
  username,
  withCode,
  busy,
  fault,
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
      busy={busy}
      onSubmit={() => onSubmit({ code, newPassword, repeatedPassword })}
      actions={
        <>
          <Button type="submit" busy={busy} busyLabel="Changing password">
            Change password
          </Button>
          {children}
        </>
      }
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {withCode ? (
        <TextField
          label="Reset code"
          name="code"
          value={code}
          onChange={setCode}
          error={fault?.fields.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : null}
      <PasswordField
        label="New password"
        name="new-password"
        value={newPassword}
        onChange={setNewPassword}
        error={fault?.fields.newPassword}
        hint={`At least ${minimumPasswordLength} characters.`}
        autoComplete="new-password"
        required
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
