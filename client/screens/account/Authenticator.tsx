import type { AccountUser } from '#client/auth/account.ts';
import { takesMailedCodes, takesPasskeys } from '#client/auth/load-identity.ts';
import { SecondFactorStep } from '#client/auth/SecondFactorStep.tsx';
import { siteConfig } from '#client/config.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow, Stack } from '#client/ui/Page.tsx';
import { SuccessRegion } from '#client/ui/SuccessRegion.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { facts } from '#facts';
import { ProveIdentity } from './ProveIdentity.tsx';
import { useAuthenticator } from './use-authenticator.ts';

const done = {
  'set-up': 'It is set up: from now on signing in asks for a code from your app.',
  removed: 'It is removed: from now on your password is enough.',
} as const;

/** Two-step sign-in (MFA) of the signed-in person: set up or remove an authenticator app. */
export function Authenticator({ user }: { user: AccountUser }) {
  const { state, open, setUp, confirm, remove, cancel, proved, proofCancelled } = useAuthenticator(user);
  const focusRef = useStepFocus(state.step);
  const takesOthers = takesPasskeys() || takesMailedCodes();
  useBusy(state.busy);

  return (
    <Stack>
      {state.step === 'PROVE' ? (
        <ProveIdentity
          username={user.username}
          purpose="so that nobody else changes how you sign in."
          label="Continue"
          onProved={proved}
          onCancel={proofCancelled}
          headingRef={focusRef}
        />
      ) : state.step === 'SET_UP' ? (
        <SecondFactorStep
          headingRef={focusRef}
          username={user.username}
          secret={state.secret}
          lead={`Add this key to an authenticator app, then type the code that it shows. From then on signing in asks for your password and for such a code${takesOthers ? ', in place of a passkey or a mailed code' : ''}.`}
          busy={state.busy}
          fault={state.fault}
          onSubmit={confirm}
        >
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </SecondFactorStep>
      ) : (
        <>
          <h2 ref={focusRef} tabIndex={-1}>
            Two-step sign-in
          </h2>
          {state.step === 'ON' ? (
            <p key="on">
              Signing in asks for your password and for a code from your authenticator app. Have you lost the
              app? Write to {facts.email.support} from the address of this account.
            </p>
          ) : (
            <p>With an authenticator app on your phone, your password alone opens nothing.</p>
          )}
          {state.fault ? (
            <Notice kind="error">{state.fault.message ?? state.fault.fields.code}</Notice>
          ) : null}
        </>
      )}
      {/* The same region in every step, so that it is there before the step that succeeds is gone. */}
      <SuccessRegion>{state.done ? done[state.done] : null}</SuccessRegion>
      <ButtonRow>
        {state.step === 'CLOSED' ? (
          <Button variant="quiet" busy={state.busy} busyLabel="Looking it up" onClick={open}>
            Show two-step sign-in
          </Button>
        ) : null}
        {state.step === 'OFF' ? (
          <Button variant="quiet" busy={state.busy} busyLabel="Making a key" onClick={setUp}>
            Set up an authenticator app
          </Button>
        ) : null}
        {state.step === 'ON' && !siteConfig().identity.authenticatorRequired ? (
          <Button variant="quiet" busy={state.busy} busyLabel="Removing it" onClick={remove}>
            Remove the authenticator app
          </Button>
        ) : null}
      </ButtonRow>
    </Stack>
  );
}
