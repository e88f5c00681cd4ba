import { PasswordField } from '#client/ui/PasswordField.tsx';
import { TextField, type TextFieldProps } from '#client/ui/TextField.tsx';
import { minimumPasswordLength } from '#shared/identity-input.ts';

type FieldProps = Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error'>;

/**
 * The name of an account, or what may stand for it.
 * @param passkeys the browser may suggest passkeys for it
 */
export function UsernameField({ passkeys = false, ...props }: FieldProps & { passkeys?: boolean }) {
  return (
    <TextField
      {...props}
      name="username"
      autoComplete={passkeys ? 'username webauthn' : 'username'}
      literal
      required
    />
  );
}

/** A code from a mail. */
export function CodeField(props: FieldProps & Pick<TextFieldProps, 'hint'>) {
  return (
    <TextField {...props} name="code" autoComplete="one-time-code" inputMode="numeric" literal required />
  );
}

/** A password that is being chosen, with the rule for it (specification, section 5). */
export function NewPasswordField(props: FieldProps & { name: string }) {
  return (
    <PasswordField
      {...props}
      hint={`At least ${minimumPasswordLength} characters.`}
      autoComplete="new-password"
      required
    />
  );
}

type CurrentPasswordFieldProps = Omit<FieldProps, 'label'> & Partial<Pick<FieldProps, 'label'>>;

/** The password that somebody has, which a password manager may fill in. */
export function CurrentPasswordField({ label = 'Password', ...props }: CurrentPasswordFieldProps) {
  return <PasswordField {...props} label={label} name="password" autoComplete="current-password" required />;
}

/** Tells a password manager whose password a form is about, where the name is not asked for. */
export function KnownUsername({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
