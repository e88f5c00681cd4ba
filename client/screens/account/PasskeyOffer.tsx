import { useEffect, useState } from 'react';
import { ApiProblem } from '#client/api/problem.ts';
import { withFreshToken } from '#client/auth/account.ts';
import { notePasskeyOffered } from '#client/auth/passkeys-memory.ts';
import { siteConfig } from '#client/config.ts';
import { Button } from '#client/ui/Button.tsx';
import { giveFocus, handFocusOn } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { callFaultText } from './call-fault.ts';

interface State {
  step: 'HIDDEN' | 'OFFERED' | 'ADDING' | 'ADDED';
  fault: string | null;
}

/** The passkey code is loaded only if a passkey may be offered. */
const loadPasskeys = async () => ({
  ...(await import('#client/auth/passkeys.ts')),
  ...(await import('#client/auth/passkeys-words.ts')),
});

/** Whether to offer one: the device itself can store a passkey, and the account has none, and no app whose code it needs instead. */
async function mayOffer(): Promise<boolean> {
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false;
  const { readPasskeys } = await loadPasskeys();
  const { passkeys, signIn } = await withFreshToken(({ accessToken }) =>
    readPasskeys(siteConfig().identity, accessToken),
  );
  return signIn && passkeys.length === 0;
}

/** Offers a passkey once per device, after somebody signed in another way. A refusal is permanent. */
export function PasskeyOffer({ username }: { username: string }) {
  const [state, setState] = useState<State>({ step: 'HIDDEN', fault: null });
  useBusy(state.step === 'ADDING');

  useEffect(() => {
    let gone = false;
    // If it cannot be offered now, it is offered after another sign-in.
    mayOffer().then(
      (may) => {
        if (!may || gone) return;
        notePasskeyOffered();
        setState({ step: 'OFFERED', fault: null });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  async function add() {
    setState({ step: 'ADDING', fault: null });
    const { addPasskey, passkeyFaultText } = await loadPasskeys();
    try {
      await withFreshToken(({ accessToken }) => addPasskey(siteConfig().identity, username, accessToken));
      setState({ step: 'ADDED', fault: null });
    } catch (error) {
      const fault = error instanceof ApiProblem ? callFaultText(error) : passkeyFaultText(error);
      setState({ step: 'OFFERED', fault });
    }
  }

  if (state.step === 'HIDDEN') return null;
  if (state.step === 'ADDED') {
    return (
      <Notice kind="success" silent>
        <h2 ref={giveFocus} tabIndex={-1}>
          The passkey is added
        </h2>
        <p>It signs you in without your password. You find it below, under Passkeys.</p>
      </Notice>
    );
  }
  return (
    // Not a live region: it would be read out anew, buttons and all, with each change of a button or of the fault in it.
    <Notice
      kind="info"
      silent
      title="Sign in without a password next time"
      actions={
        <ButtonRow>
          <Button
            variant="quiet"
            busy={state.step === 'ADDING'}
            busyLabel="Follow your browser"
            onClick={() => void add()}
          >
            Add a passkey
          </Button>
          <Button
            variant="quiet"
            disabled={state.step === 'ADDING'}
            onClick={handFocusOn(() => setState({ step: 'HIDDEN', fault: null }))}
          >
            No, thank you
          </Button>
        </ButtonRow>
      }
    >
      <p>
        A passkey uses your fingerprint, your face or the lock of this device. You can also add one at any
        time below, under Passkeys.
      </p>
      {state.fault ? <p role="alert">{state.fault}</p> : null}
    </Notice>
  );
}
