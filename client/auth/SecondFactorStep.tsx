import { type ReactNode, type Ref, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import type { Fault } from '#client/ui/fault.ts';
import { CodeField } from './AccountFields.tsx';
import { AuthenticatorSecret } from './AuthenticatorSecret.tsx';

interface SecondFactorStepProps {
  headingRef: Ref<HTMLHeadingElement>;
  username: string;
  /** The secret to put into the app; `null` when the app has it already. */
  secret: string | null;
  lead: ReactNode;
  busy: boolean;
  fault: Fault | null;
  onSubmit: (code: string) => void;
  /** Ways out. */
  children?: ReactNode;
}

/** The code of an authenticator app; shows the secret first if the app does not have it yet. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { headingRef, username, secret, lead, busy, fault, onSubmit, children } = props;
  const [code, setCode] = useState('');
  return (
    <FlowForm
      heading={secret === null ? 'Enter your code' : 'Set up an authenticator app'}
      headingRef={headingRef}
      lead={lead}
      fault={fault}
      busy={busy}
      onSubmit={() => onSubmit(code)}
      actions={
        <>
          <Button type="submit" busy={busy} busyLabel="Checking the code">
            Continue
          </Button>
          {children}
        </>
      }
    >
      {secret === null ? null : <AuthenticatorSecret username={username} secret={secret} />}
      <CodeField
        label="Code from your authenticator app"
        value={code}
        onChange={setCode}
        error={fault?.fields.code}
        hint="Six digits, new every 30 seconds."
      />
    </FlowForm>
  );
}
