import { useCallback, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import styles from './Operator.module.css';
import { fetchActions } from './operator-calls.ts';
import { useLoaded } from './use-loaded.ts';
import { momentText } from './words.ts';

/** How many entries are shown at first, and when asked for more. */
const [few, many] = [50, 500];

/** What operators did, here and at the command line. */
export function Actions() {
  const [most, setMost] = useState(few);
  const [actions, reload] = useLoaded(
    useCallback((signal: AbortSignal) => fetchActions(most, signal), [most]),
  );
  return (
    <section aria-label="Record" className={styles['section']}>
      {actions.status === 'loading' ? <LoadingRings label="Fetching the record" /> : null}
      {actions.status === 'failed' ? <Notice kind="error">{actions.fault}</Notice> : null}
      {actions.status === 'loaded' ? (
        <ol className={styles['history']}>
          {actions.value.actions.map(({ at, actor, action, subject, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id on the wire and never change place
            <li key={`${at} ${index}`}>
              {momentText(at)}: {actor.replace(/^operator:/, '')} <strong>{action}</strong>
              {subject ? `, ${subject}` : ''}
              {reason ? `: ${reason}` : ''}
            </li>
          ))}
        </ol>
      ) : null}
      <ButtonRow>
        <Button variant="quiet" onClick={reload}>
          Show the newest
        </Button>
        {most === few ? (
          <Button variant="quiet" onClick={() => setMost(many)}>
            Show the last {many}
          </Button>
        ) : null}
      </ButtonRow>
    </section>
  );
}
