import { useState } from 'react';
import { ApiProblem, isUnheard } from '#client/api/problem.ts';
import { serverNow } from '#client/api/server-clock.ts';
import { endOneSession, endOtherSessions, fetchOwnSessions } from '#client/api/sessions.ts';
import { withFreshToken } from '#client/auth/account.ts';
import { Button } from '#client/ui/Button.tsx';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { SuccessRegion } from '#client/ui/SuccessRegion.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import { callFaultText } from './call-fault.ts';
import type { PartProps } from './LatePart.tsx';
import styles from './SessionList.module.css';
import { lastUsedText, readerMoment } from './session-words.ts';
import { useAccountData } from './use-account-data.ts';

interface Ending {
  /** What is being ended: a session's id, or `others`. */
  busy: string | null;
  done: string | null;
  /** Without a title when it is unknown whether it happened. */
  fault: { title: string; text: string } | null;
}

type EndingCall = (tokens: { idToken: string }) => Promise<void>;

const idle: Ending = { busy: null, done: null, fault: null };

/** Where the account is signed in, with buttons to end sessions. */
export function SessionList({ focusHeading }: PartProps) {
  const [sessions, reload] = useAccountData(fetchOwnSessions);
  const [ending, setEnding] = useState(idle);
  useBusy(ending.busy !== null);

  async function end(what: string, call: EndingCall, done: string) {
    setEnding({ ...idle, busy: what });
    try {
      await withFreshToken(call).catch((error: unknown) => {
        // The shop ends them before it asks for revoking the tokens.
        if (!(error instanceof ApiProblem) || error.code !== 'identity_provider_unavailable') throw error;
      });
      setEnding({ ...idle, done });
      reload();
      focusHeading();
    } catch (error) {
      const title = isUnheard(error) ? '' : 'Nobody was signed out';
      setEnding({ ...idle, fault: { title, text: callFaultText(error) } });
    }
  }

  return (
    <>
      <SuccessRegion>{ending.done}</SuccessRegion>
      {ending.fault ? (
        <Notice kind="error" title={ending.fault.title}>
          {ending.fault.text}
        </Notice>
      ) : null}
      <LoadedPart
        loaded={sessions}
        label="Loading where you are signed in"
        failed="The list could not be loaded"
        retry="Load the list again"
        onRetry={reload}
      >
        {(fetched) => <Sessions sessions={fetched} busy={ending.busy} onEnd={end} />}
      </LoadedPart>
    </>
  );
}

interface SessionsProps {
  sessions: readonly OwnSession[];
  /** What is being ended now. */
  busy: string | null;
  onEnd: (what: string, call: EndingCall, done: string) => Promise<void>;
}

function Sessions({ sessions, busy, onEnd }: SessionsProps) {
  return (
    <>
      <p className={styles['lead']}>
        These are the browsers that may open your account. We keep what they are, when they were signed in and
        when they were used, and no place. The app is not among them: changing your password signs it out too.
      </p>
      <ul className={styles['sessions']}>
        {sessions.map((session) => (
          <SessionEntry
            key={session.id}
            session={session}
            busy={busy}
            onEnd={() =>
              void onEnd(
                session.id,
                (tokens) => endOneSession(session.id, tokens),
                `${session.device} is signed out.`,
              )
            }
          />
        ))}
      </ul>
      {sessions.filter(({ isThis }) => !isThis).length > 1 ? (
        <Button
          variant="quiet"
          disabled={busy !== null}
          busy={busy === 'others'}
          busyLabel="Signing them out"
          onClick={() => void onEnd('others', endOtherSessions, 'Every other browser is signed out.')}
        >
          Sign out all others
        </Button>
      ) : null}
    </>
  );
}

interface SessionEntryProps {
  session: OwnSession;
  busy: string | null;
  onEnd: () => void;
}

function SessionEntry({ session, busy, onEnd }: SessionEntryProps) {
  const { id, device, isThis, beganAt, lastUsedAt } = session;
  const began = readerMoment(beganAt);
  return (
    <li className={styles['session']}>
      <p className={styles['about']}>
        <strong>{device}</strong>
        <span>Signed in on {began}</span>
        <span>
          {isThis ? 'This browser' : `Last used ${lastUsedText(lastUsedAt, serverNow().getTime())}`}
        </span>
      </p>
      {isThis ? null : (
        <Button
          variant="quiet"
          disabled={busy !== null}
          busy={busy === id}
          busyLabel="Signing out"
          label={`Sign it out: ${device}, signed in on ${began}`}
          onClick={onEnd}
        >
          Sign it out
        </Button>
      )}
    </li>
  );
}
