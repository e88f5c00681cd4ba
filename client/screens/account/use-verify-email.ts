import { useRef, useState } from 'react';
import { ApiProblem } from '#client/api/problem.ts';
import { accountStore, withFreshToken } from '#client/auth/account.ts';
import { verifyEmailFault } from '#client/auth/identity-error.ts';
import { loadIdentity } from '#client/auth/load-identity.ts';
import { createLostAnswer } from '#client/auth/lost-answer.ts';
import { emptyFieldsFault, type Fault, formFault } from '#client/ui/fault.ts';
import { normaliseConfirmationCode } from '#shared/identity-input.ts';
import { callFaultText } from './call-fault.ts';

/** Verifying the address of the signed-in person: nothing sent yet, or a code was sent. */
interface VerifyEmailState {
  step: 'OFFER' | 'CODE';
  busy: 'sending' | 'resending' | 'verifying' | null;
  /** Where the code went, masked by the service, when it said so. */
  destination: string | null;
  resent: boolean;
  fault: Fault | null;
}

const offer: VerifyEmailState = { step: 'OFFER', busy: null, destination: null, resent: false, fault: null };

/** @param onVerified called once the account's tokens say that the address is verified */
export function useVerifyEmail(onVerified: () => void) {
  const [state, setState] = useState(offer);
  const lostAnswer = useRef(createLostAnswer());

  async function attempt(busy: NonNullable<VerifyEmailState['busy']>, work: () => Promise<void>) {
    if (state.busy) return;
    setState({ ...state, busy, resent: false, fault: null });
    try {
      await work();
    } catch (error) {
      const fault = error instanceof ApiProblem ? formFault(callFaultText(error)) : verifyEmailFault(error);
      setState({ ...state, busy: null, resent: false, fault });
    }
  }

  const send = () =>
    attempt(state.step === 'OFFER' ? 'sending' : 'resending', async () => {
      const identity = await loadIdentity();
      const { destination } = await withFreshToken(({ accessToken }) => identity.sendEmailCode(accessToken));
      setState({ step: 'CODE', busy: null, destination, resent: state.step === 'CODE', fault: null });
    });

  const verify = (typedCode: string) => {
    const missing = emptyFieldsFault({ code: { value: typedCode, ask: 'Enter the code from the email.' } });
    if (missing) return setState({ ...state, fault: missing });
    void attempt('verifying', async () => {
      const identity = await loadIdentity();
      const code = normaliseConfirmationCode(typedCode);
      try {
        await withFreshToken(({ accessToken }) => identity.verifyEmail(accessToken, code));
        await accountStore().renew();
      } catch (error) {
        const mayBeDone = lostAnswer.current.noteFailure(code, error);
        if (!mayBeDone || !(await isVerified())) throw error;
      }
      onVerified();
    });
  };

  return { state, send: () => void send(), verify };
}

/** Whether the address is verified by now, as new tokens say. @throws {ApiProblem} */
async function isVerified(): Promise<boolean> {
  await accountStore().renew();
  const account = accountStore().getState();
  return account.status === 'signed-in' && account.user.emailVerified;
}
