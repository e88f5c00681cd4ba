import { useEffect, useState } from 'react';
import { CurrentPasswordField, KnownUsername } from '#client/auth/AccountFields.tsx';
import { NewPasswordTwice, noPasswordTyped } from '#client/auth/NewPasswordTwice.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { SuccessRegion } from '#client/ui/SuccessRegion.tsx';
import type { PartProps } from './LatePart.tsx';
import { useChangePassword } from './use-change-password.ts';

/** Changing the password of the signed-in person, who knows the old one. */
export function ChangePassword({ user, focusHeading, close }: PartProps) {
  const { state, change, signOthersOut } = useChangePassword(user.username);
  const [password, setPassword] = useState('');
  const [passwords, setPasswords] = useState(noPasswordTyped);

  useEffect(() => {
    // The focused form is gone.
    if (state.step !== 'ENTER') focusHeading();
  }, [state.step, focusHeading]);

  return (
    <>
      <SuccessRegion>
        {state.step === 'DONE'
          ? 'Your password is changed. Every other browser and the app are signed out; here you are still signed in.'
          : null}
      </SuccessRegion>
      {state.step === 'CHANGED' ? (
        <Notice
          kind="error"
          title="Your password is changed, but other devices may still be signed in"
          actions={
            <Button busy={state.busy} busyLabel="Signing them out" onClick={() => void signOthersOut()}>
              Sign them out
            </Button>
          }
        >
          {state.fault?.message}
        </Notice>
      ) : null}
      {state.step === 'ENTER' ? (
        <FlowForm
          heading="Choose a new password"
          lead="Every other browser and the app are signed out with it."
          fault={state.fault}
          busy={state.busy}
          onSubmit={() => void change({ password, ...passwords })}
          actions={
            <>
              <Button type="submit" busy={state.busy} busyLabel="Changing password">
                Change password
              </Button>
              <Button variant="quiet" onClick={close}>
                Cancel
              </Button>
            </>
          }
        >
          <KnownUsername username={user.username} />
          <CurrentPasswordField
            label="Current password"
            value={password}
            onChange={setPassword}
            error={state.fault?.fields.password}
          />
          <NewPasswordTwice typed={passwords} onType={setPasswords} fault={state.fault} />
        </FlowForm>
      ) : null}
    </>
  );
}
