import { Button } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import styles from './Operator.module.css';
import { fetchActions } from './operator-calls.ts';
import { Section } from './Section.tsx';
import { useLoaded } from './use-loaded.ts';
import { momentText } from './words.ts';

/** What operators did, here and at the command line. */
export function Actions() {
  const [actions, reload] = useLoaded(fetchActions);
  return (
    <Section id="record" title="Record">
      <div>
        <Button variant="quiet" onClick={reload}>
          Show the newest
        </Button>
      </div>
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
    </Section>
  );
}
