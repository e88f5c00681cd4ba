import type { Fault } from '#client/ui/fault.ts';
import { PasswordField } from '#client/ui/PasswordField.tsx';
import { NewPasswordField } from './AccountFields.tsx';

export interface NewPasswordTyped {
  newPassword: string;
  repeatedPassword: string;
}

export const noPasswordTyped: NewPasswordTyped = { newPassword: '', repeatedPassword: '' };

interface NewPasswordTwiceProps {
  typed: NewPasswordTyped;
  onType: (typed: NewPasswordTyped) => void;
  fault: Fault | null;
}

/** The two fields of a new password. */
export function NewPasswordTwice({ typed, onType, fault }: NewPasswordTwiceProps) {
  return (
    <>
      <NewPasswordField
        label="New password"
        name="new-password"
        value={typed.newPassword}
        onChange={(newPassword) => onType({ ...typed, newPassword })}
        error={fault?.fields.newPassword}
      />
      <PasswordField
        label="New password again"
        name="new-password-again"
        value={typed.repeatedPassword}
        onChange={(repeatedPassword) => onType({ ...typed, repeatedPassword })}
        error={fault?.fields.repeatedPassword}
        autoComplete="new-password"
        required
      />
    </>
  );
}
