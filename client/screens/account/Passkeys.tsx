import { useCallback, useEffect, useState } from 'react';
import { ApiProblem } from '#client/api/problem.ts';
import { serverNow } from '#client/api/server-clock.ts';
import { withFreshToken } from '#client/auth/account.ts';
import {
  addPasskey,
  noPasskeyBesideApp,
  type Passkey,
  readPasskeys,
  removePasskey,
} from '#client/auth/passkeys.ts';
import { rememberPasskeyName } from '#client/auth/passkeys-memory.ts';
import { passkeyFaultText, passkeyKind } from '#client/auth/passkeys-words.ts';
import { siteConfig } from '#client/config.ts';
import { Button } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { SuccessRegion } from '#client/ui/SuccessRegion.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { callFaultText } from './call-fault.ts';
import type { PartProps } from './LatePart.tsx';
import { ProveIdentity } from './ProveIdentity.tsx';
import { isRecentSignIn } from './recent-sign-in.ts';
import styles from './SessionList.module.css';
import { readerMoment } from './session-words.ts';

interface State {
  passkeys: Passkey[] | null;
  /** Whether passkeys sign in to this account. */
  signIn: boolean;
  busy: string | null;
  done: string | null;
  fault: string | null;
}

/** The passkeys of the signed-in person: add on this device, and remove. */
export function Passkeys({ user, focusHeading }: PartProps) {
  const [state, setState] = useState<State>({
    passkeys: null,
    signIn: true,
    busy: 'list',
    done: null,
    fault: null,
  });
  /** The action that waits for re-authentication. */
  const [proving, setProving] = useState<(() => Promise<void>) | null>(null);
  const focusRef = useStepFocus(proving ? 'PROVE' : 'LIST');
  useBusy(state.busy !== null);

  const attempt = useCallback(
    async (busy: string, done: string | null, work: (accessToken: string) => Promise<void>) => {
      setState((before) => ({ ...before, busy, done: null, fault: null }));
      try {
        const pool = siteConfig().identity;
        const read = await withFreshToken(async ({ accessToken }) => {
          await work(accessToken);
          return readPasskeys(pool, accessToken);
        });
        // Without a passkey, nobody signs in with one here any more.
        if (read.passkeys.length === 0) rememberPasskeyName(null);
        setState({ ...read, busy: null, done, fault: null });
      } catch (error) {
        const fault = error instanceof ApiProblem ? callFaultText(error) : passkeyFaultText(error);
        setState((before) => ({ ...before, busy: null, fault }));
      }
      if (done) focusHeading();
    },
    [focusHeading],
  );
  useEffect(() => void attempt('list', null, async () => undefined), [attempt]);

  /** Re-authentication, so that somebody who finds an open page cannot add their own key. */
  async function afterProof(then: () => Promise<void>) {
    if (isRecentSignIn(user.idToken, serverNow().getTime())) await then();
    else setProving(() => then);
  }
  const pool = siteConfig().identity;
  const add = () =>
    attempt('add', 'The passkey is added. It signs you in without your password.', (accessToken) =>
      addPasskey(pool, user.username, accessToken),
    );
  const remove = (id: string) =>
    attempt(
      id,
      'The passkey is removed, and signs nobody in any more. Delete it on your device too.',
      (token) => removePasskey(pool, token, id),
    );

  if (proving) {
    return (
      <ProveIdentity
        username={user.username}
        purpose="so that nobody else changes how you sign in."
        label="Continue"
        onProved={() => {
          setProving(null);
          void proving();
        }}
        onCancel={() => {
          setProving(null);
          focusHeading();
        }}
        headingRef={focusRef}
      />
    );
  }
  return (
    <>
      <SuccessRegion>{state.done}</SuccessRegion>
      {state.fault ? <Notice kind="error">{state.fault}</Notice> : null}
      {state.busy === 'list' ? <LoadingRings label="Loading your passkeys" /> : null}
      {state.passkeys?.length === 0 ? <p>This account has no passkey yet.</p> : null}
      {state.passkeys && state.passkeys.length > 0 ? (
        <ul className={styles['sessions']}>
          {state.passkeys.map(({ id, name, createdAt, transports }) => {
            const added = readerMoment(createdAt);
            return (
              <li key={id} className={styles['session']}>
                <p className={styles['about']}>
                  <strong>{name}</strong>
                  <span>
                    Added on {added}, {passkeyKind(transports)}
                  </span>
                </p>
                <Button
                  variant="quiet"
                  disabled={state.busy !== null}
                  busy={state.busy === id}
                  busyLabel="Removing it"
                  label={`Remove it: ${name}, added on ${added}`}
                  onClick={() => void afterProof(() => remove(id))}
                >
                  Remove it
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {state.signIn ? (
        <Button
          variant="quiet"
          disabled={state.busy !== null}
          busy={state.busy === 'add'}
          busyLabel="Follow your browser"
          onClick={() => void afterProof(add)}
        >
          Add a passkey on this device
        </Button>
      ) : (
        <p>{noPasskeyBesideApp}</p>
      )}
    </>
  );
}
