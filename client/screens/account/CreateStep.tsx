import { type Ref, useEffect } from 'react';
import { NewPasswordField, UsernameField } from '#client/auth/AccountFields.tsx';
import { clearHandover, peekHandover } from '#client/auth/between-screens.ts';
import type { CreateAccountState } from '#client/auth/create-account-flow.ts';
import type { SignUpEntry } from '#client/auth/identity.ts';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { useTypedText } from '#client/ui/use-hydrated.ts';
import { paths } from '#shared/routes.ts';

interface CreateStepProps {
  state: CreateAccountState;
  headingRef: Ref<HTMLHeadingElement>;
  onSubmit: (entry: SignUpEntry) => void;
}

/** CREATE: the form for a new account. */
export function CreateStep({ state, headingRef, onSubmit }: CreateStepProps) {
  const [username, setUsername] = useTypedText('username');
  const [email, setEmail] = useTypedText('email', state.email || peekHandover().email);
  const [password, setPassword] = useTypedText('password');
  const busy = state.busy !== null;
  useEffect(clearHandover, []);
  return (
    <FlowForm
      heading="Your details"
      headingRef={headingRef}
      notice={
        state.takenUsername
          ? `The username ${state.takenUsername} stays with the address you typed before, which nobody has confirmed. Choose another username, and check the address.`
          : null
      }
      fault={state.fault}
      busy={busy}
      onSubmit={() => onSubmit({ username, email, password })}
      actions={
        <>
          <Button type="submit" busy={busy} busyLabel="Creating your account">
            Create Account
          </Button>
          <ButtonLink variant="quiet" href={paths.account()}>
            I have an account
          </ButtonLink>
        </>
      }
    >
      <UsernameField
        label="Username"
        value={username}
        onChange={setUsername}
        error={state.fault?.fields.username}
      />
      <EmailField
        label="Email"
        value={email}
        onChange={setEmail}
        error={state.fault?.fields.email}
        hint="What you buy belongs to this address. Use the one you have bought with, or will."
      />
      <NewPasswordField
        label="Password"
        name="password"
        value={password}
        onChange={setPassword}
        error={state.fault?.fields.password}
      />
    </FlowForm>
  );
}
