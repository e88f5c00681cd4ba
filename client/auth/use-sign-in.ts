import { useEffect, useRef } from 'react';
import { emptyFieldsFault } from '#client/ui/fault.ts';
import { useFlow } from '#client/ui/use-flow.ts';
import {
  normaliseAuthenticatorCode,
  normaliseConfirmationCode,
  normalisePassword,
  normaliseUsername,
} from '#shared/identity-input.ts';
import { accountStore } from './account.ts';
import { forgetMailSignIn, keepMailSignIn, readMailSignIn } from './begun-mail-sign-in.ts';
import { clearHandover, peekHandover } from './between-screens.ts';
import { confirming } from './confirming.ts';
import { identityMessages } from './identity-error.ts';
import { loadIdentity, pickedPasskey, signInWithPasskey, takesPasskeys } from './load-identity.ts';
import { newPasswordEntryFault } from './new-password-entry.ts';
import type { PickedPasskey } from './passkeys.ts';
import { type SignInOutcome, signIn } from './sign-in.ts';
import {
  loginFault,
  mailCodeFailure,
  mailedCodeFailure,
  newPasswordFailure,
  secondFactorFailure,
  signInFailure,
} from './sign-in-failure.ts';
import { initialSignIn, type SignInWay, signInFlow } from './sign-in-flow.ts';

interface SignInHandlers {
  onSignedIn: () => void;
  /** The identity service wants a new password first. */
  onResetRequired: (username: string) => void;
}

/** The login flow with its effects. What is typed stays in the form; the password is held only until the flow ends. */
export function useSignIn({ onSignedIn, onResetRequired }: SignInHandlers) {
  const [state, send] = useFlow(signInFlow, () => {
    const { username, notice, fault } = peekHandover();
    const mailed = username === '' ? readMailSignIn(Date.now()) : null;
    if (mailed !== null) return initialSignIn(mailed, identityMessages.mailedCodeGone);
    return { ...initialSignIn(username, notice), fault };
  });
  const password = useRef('');
  const pending = useRef<Exclude<SignInOutcome, { kind: 'signed-in' }> | null>(null);
  /** How the sign-in was started, for continuing after the confirmation and for another code. */
  const begun = useRef<{ way: SignInWay; username: string }>({ way: 'password', username: '' });

  useEffect(clearHandover, []);

  function finish() {
    password.current = '';
    pending.current = null;
    forgetMailSignIn();
    send({ type: 'signedIn' });
    onSignedIn();
  }

  /** The next step of a sign-in, or its end. */
  function goOn(outcome: SignInOutcome) {
    if (outcome.kind === 'signed-in') return finish();
    pending.current = outcome;
    if (outcome.kind === 'new-password-required') send({ type: 'newPasswordRequired' });
    else if (outcome.kind === 'mailed-code') {
      keepMailSignIn(begun.current.username, Date.now());
      send({ type: 'codeMailed', destination: outcome.destination });
    } else send({ type: 'secondFactorRequired', secret: outcome.secret });
  }

  function begin(): Promise<SignInOutcome> {
    const { way, username } = begun.current;
    if (way === 'passkey') return signInWithPasskey(username);
    return signIn(accountStore(), loadIdentity, (identity) =>
      way === 'mailed-code' ? identity.signInByMail(username) : identity.signIn(username, password.current),
    );
  }

  async function attempt({ afterConfirming = false, beginning = begin } = {}) {
    const { way, username } = begun.current;
    try {
      goOn(await beginning());
    } catch (error) {
      const failure = way === 'mailed-code' ? mailCodeFailure(error) : signInFailure(error);
      if (failure.next === 'RESET') return onResetRequired(username);
      const fault = loginFault(failure);
      if (afterConfirming) send({ type: 'sentBackToLogin', notice: identityMessages.confirmed, fault });
      else if (failure.next === 'CONFIRM') send({ type: 'unconfirmed' });
      else send({ type: 'refused', fault });
    }
  }

  async function signInConfirmed() {
    send({ type: 'confirmed' });
    await attempt({ afterConfirming: true });
  }

  /** By user name alone: with a passkey or a mailed code. */
  async function submitName(typedUsername: string, way: SignInWay) {
    if (state.busy) return;
    const missing = emptyFieldsFault({
      username: { value: typedUsername, ask: 'Enter your username or email address.' },
    });
    if (missing) return void send({ type: 'refused', fault: missing });
    const username = normaliseUsername(typedUsername);
    if (!send({ type: 'submitted', username, way })) return;
    begun.current = { way, username };
    await attempt();
  }

  const waits = state.step === 'LOGIN' && state.busy === null;
  const onPicked = useRef<(picked: PickedPasskey) => void>(() => undefined);
  onPicked.current = ({ username, complete }) => {
    if (!send({ type: 'submitted', username, way: 'passkey' })) return;
    begun.current = { way: 'passkey', username };
    void attempt({ beginning: complete });
  };
  useEffect(() => {
    if (!waits || !takesPasskeys()) return;
    const waiting = new AbortController();
    void pickedPasskey(waiting.signal).then((picked) => picked && onPicked.current(picked));
    return () => waiting.abort();
  }, [waits]);

  function refuseMailedCode(error: unknown) {
    const failure = mailedCodeFailure(error);
    if (failure.next === 'LOGIN') return sendBack(identityMessages.codeTooLate);
    send({ type: 'refused', fault: failure.fault });
  }

  /** To LOGIN: this sign-in is over, and must begin again. */
  function sendBack(notice: string) {
    password.current = '';
    send({ type: 'sentBackToLogin', notice, fault: null });
  }

  return {
    state,

    async submit(typed: { username: string; password: string }) {
      if (state.busy) return;
      const missing = emptyFieldsFault({
        username: { value: typed.username, ask: 'Enter your username or email address.' },
        password: { value: typed.password, ask: 'Enter your password.' },
      });
      if (missing) return void send({ type: 'refused', fault: missing });
      const username = normaliseUsername(typed.username);
      if (!send({ type: 'submitted', username })) return;
      password.current = normalisePassword(typed.password);
      begun.current = { way: 'password', username };
      await attempt();
    },

    submitPasskey: (typedUsername: string) => submitName(typedUsername, 'passkey'),
    mailCode: (typedUsername: string) => submitName(typedUsername, 'mailed-code'),

    ...confirming({
      state,
      send,
      onConfirmed: signInConfirmed,
      onAlreadyConfirmed: () =>
        void send({ type: 'sentBackToLogin', notice: identityMessages.alreadyConfirmed, fault: null }),
    }),

    startOver() {
      if (!send({ type: 'startedOver' })) return;
      forgetMailSignIn();
      password.current = '';
    },

    async setPassword(entry: { newPassword: string; repeatedPassword: string }) {
      const step = pending.current;
      if (state.busy || step?.kind !== 'new-password-required') return;
      const fault = newPasswordEntryFault(entry.newPassword, entry.repeatedPassword);
      if (fault) return void send({ type: 'refused', fault });
      if (!send({ type: 'passwordSubmitted' })) return;
      try {
        goOn(await step.complete(normalisePassword(entry.newPassword)));
      } catch (error) {
        const failure = newPasswordFailure(error);
        if (failure.next === 'LOGIN') return sendBack(identityMessages.newPasswordTooLate);
        send({ type: 'refused', fault: failure.fault });
      }
    },

    async checkSecondFactor(typedCode: string) {
      const step = pending.current;
      if (state.busy || step?.kind !== 'second-factor') return;
      const missing = emptyFieldsFault({
        code: { value: typedCode, ask: 'Enter the code that your app shows.' },
      });
      if (missing) return void send({ type: 'refused', fault: missing });
      if (!send({ type: 'secondFactorSubmitted' })) return;
      try {
        await step.complete(normaliseAuthenticatorCode(typedCode));
        finish();
      } catch (error) {
        const failure = secondFactorFailure(error);
        if (failure.next === 'LOGIN') return sendBack(identityMessages.codeTooLate);
        send({ type: 'refused', fault: failure.fault });
      }
    },

    async checkMailedCode(typedCode: string) {
      const step = pending.current;
      if (state.busy || step?.kind !== 'mailed-code') return;
      const missing = emptyFieldsFault({ code: { value: typedCode, ask: 'Enter the code from the email.' } });
      if (missing) return void send({ type: 'refused', fault: missing });
      if (!send({ type: 'mailedCodeSubmitted' })) return;
      try {
        await step.complete(normaliseConfirmationCode(typedCode));
        finish();
      } catch (error) {
        refuseMailedCode(error);
      }
    },

    /** Restarts the sign-in in the same way: the service sends no second code within one sign-in. */
    async mailAnotherCode() {
      if (!send({ type: 'resendRequested' })) return;
      try {
        goOn(await begin());
      } catch (error) {
        refuseMailedCode(error);
      }
    },
  };
}
