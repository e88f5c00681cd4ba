import { type RefCallback, useEffect, useState } from 'react';
import { CurrentPasswordField, KnownUsername } from '#client/auth/AccountFields.tsx';
import { prefetchIdentity } from '#client/auth/load-identity.ts';
import { MailedCodeStep } from '#client/auth/MailedCodeStep.tsx';
import { SecondFactorStep } from '#client/auth/SecondFactorStep.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { useProveIdentity } from './use-prove-identity.ts';

interface ProveIdentityProps {
  username: string;
  /** The end of a sentence that asks for a proof: what for, and what follows. */
  purpose: string;
  /** The button's label, naming what follows. */
  label: string;
  onProved: () => void;
  onCancel: () => void;
  /** Gets the focus when the page arrives here; later steps focus themselves. */
  headingRef: RefCallback<HTMLElement>;
}

/** Re-authentication: asks the signed-in person for their password, and for their app's code if they have one. */
export function ProveIdentity({
  username,
  purpose,
  label,
  onProved,
  onCancel,
  headingRef,
}: ProveIdentityProps) {
  const { state, submitPassword, submitCode } = useProveIdentity(username, onProved);
  const [password, setPassword] = useState('');
  const stepRef = useStepFocus(state.step);
  const focusRef = (heading: HTMLElement | null) => {
    headingRef(heading);
    stepRef(heading);
  };
  useEffect(prefetchIdentity, []);
  const cancel = (
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  );
  if (state.step === 'CODE') {
    return (
      <SecondFactorStep
        headingRef={focusRef}
        username={username}
        secret={state.secret}
        lead={
          state.secret === null
            ? `Type the code that your authenticator app shows, ${purpose}`
            : `Accounts here need a second proof besides the password. Add this key to an authenticator app, then type the code that it shows, ${purpose}`
        }
        busy={state.busy}
        fault={state.fault}
        onSubmit={(code) => void submitCode(code)}
      >
        {cancel}
      </SecondFactorStep>
    );
  }
  if (state.step === 'MAILED_CODE') {
    return (
      <MailedCodeStep
        headingRef={focusRef}
        destination={state.destination}
        state={{ busy: state.busy ? 'checking' : null, resent: false, fault: state.fault }}
        onSubmit={(code) => void submitCode(code)}
      >
        {cancel}
      </MailedCodeStep>
    );
  }
  return (
    <FlowForm
      heading="Is it you?"
      headingRef={focusRef}
      lead={`You signed in a while ago. Type your password, ${purpose}`}
      fault={state.fault}
      busy={state.busy}
      onSubmit={() => void submitPassword(password)}
      actions={
        <>
          <Button type="submit" busy={state.busy} busyLabel="Checking the password">
            {label}
          </Button>
          {cancel}
        </>
      }
    >
      <KnownUsername username={username} />
      <CurrentPasswordField value={password} onChange={setPassword} error={state.fault?.fields.password} />
    </FlowForm>
  );
}
