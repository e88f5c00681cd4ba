import { useCallback, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { handFocusOn } from '#client/ui/keep-focus.ts';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import { actionLimits } from '#shared/operator-limits.ts';
import styles from './Operator.module.css';
import { dated, fetchActions, operatorFault } from './operator-calls.ts';
import { actorText, recordText, shopMomentText } from './words.ts';

/** The audit log of operators, here and at the command line. */
export function Actions() {
  const [most, setMost] = useState<number>(actionLimits.usual);
  const [actions, reload] = useLoaded(
    useCallback((signal: AbortSignal) => dated(fetchActions(most, signal)), [most]),
    operatorFault,
  );
  const record = actions.status === 'loaded' ? actions.value : null;
  return (
    <section aria-label="Record" className={styles['section']}>
      <p role="status">
        {record ? <span key={record.fetchedAt}>{recordText(record.actions.length, most)}</span> : null}
      </p>
      <LoadedPart
        loaded={actions}
        label="Fetching the record"
        failed="The record could not be fetched"
        onRetry={reload}
      >
        {(record) => (
          <ol className={styles['history']}>
            {record.actions.map(({ at, actor, action, subject, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id on the wire and never change place
              <li key={`${at} ${index}`}>
                {shopMomentText(at)}: {actorText(actor)} <strong>{action}</strong>
                <span>{`${subject ? `, ${subject}` : ''}${reason ? `: ${reason}` : ''}`}</span>
              </li>
            ))}
          </ol>
        )}
      </LoadedPart>
      <ButtonRow>
        <Button variant="quiet" onClick={reload}>
          Show the newest
        </Button>
        {most === actionLimits.usual ? (
          <Button variant="quiet" onClick={handFocusOn(() => setMost(actionLimits.most))}>
            Show the last {actionLimits.most}
          </Button>
        ) : null}
      </ButtonRow>
    </section>
  );
}
