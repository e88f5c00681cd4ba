import type { Ref } from 'react';
import { UsernameField } from '#client/auth/AccountFields.tsx';
import type { ForgotPasswordState } from '#client/auth/forgot-password-flow.ts';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { useTypedText } from '#client/ui/use-hydrated.ts';

interface UsernameStepProps {
  state: ForgotPasswordState;
  headingRef: Ref<HTMLHeadingElement>;
  onSubmit: (username: string) => void;
}

/** STEP_1: asks for the user name. */
export function UsernameStep({ state, headingRef, onSubmit }: UsernameStepProps) {
  const [username, setUsername] = useTypedText('username', state.username);
  return (
    <FlowForm
      heading="Get a reset code"
      headingRef={headingRef}
      lead="Enter your username or email address. We send you a code that lets you choose a new password."
      fault={state.fault}
      busy={state.busy !== null}
      onSubmit={() => onSubmit(username)}
      actions={
        <Button type="submit" busy={state.busy !== null} busyLabel="Sending the code">
          Send the code
        </Button>
      }
    >
      <UsernameField
        label="Username or email"
        value={username}
        onChange={setUsername}
        error={state.fault?.fields.username}
      />
    </FlowForm>
  );
}
