import type { AccountUser } from '#client/auth/account.ts';
import { ConfirmStep } from '#client/auth/ConfirmStep.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { facts } from '#facts';
import { useVerifyEmail } from './use-verify-email.ts';

interface VerifyEmailProps {
  user: AccountUser;
  onVerified: () => void;
}

/** For an account with an unverified address: why that matters, and how to verify it here. */
export function VerifyEmail({ user, onVerified }: VerifyEmailProps) {
  const { state, send, verify } = useVerifyEmail(onVerified);
  const headingRef = useStepFocus(state.step);
  useBusy(state.busy === 'sending');
  if (state.step === 'OFFER') {
    return (
      <>
        <Notice
          kind="info"
          actions={
            <Button variant="quiet" busy={state.busy !== null} busyLabel="Sending the code" onClick={send}>
              Verify the address
            </Button>
          }
        >
          The address {user.email} is not verified, so what was bought with it cannot be shown yet.
        </Notice>
        {state.fault ? <Notice kind="error">{state.fault.message}</Notice> : null}
      </>
    );
  }
  return (
    <ConfirmStep
      heading="Verify your address"
      headingRef={headingRef}
      lead={`We have sent a code to ${state.destination ?? user.email}. Enter it here to show that the address is yours. Is it mistyped? Write to ${facts.email.support}.`}
      state={state}
      resendAgain
      onConfirm={verify}
      onResend={send}
    />
  );
}
