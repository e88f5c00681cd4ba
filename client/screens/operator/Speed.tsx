import type { OperatorToday } from '#shared/api/operator.ts';
import styles from './Operator.module.css';
import { Section } from './Section.tsx';
import { speedText } from './speed-words.ts';
import { shopMomentText } from './words.ts';

/** Web Vitals of visitors, in words. */
export function Speed({ speed }: Pick<OperatorToday, 'speed'>) {
  return (
    <Section id="speed" title="How fast the shop is for visitors">
      {speed === null ? (
        <p>
          Not measured: <code>WEB_VITALS=off</code>.
        </p>
      ) : null}
      {speed?.devices.length === 0 ? <p>No visit has been measured yet.</p> : null}
      {speed?.devices.map((device) => (
        <p key={device.device}>{speedText(device)}</p>
      ))}
      {speed === null ? null : (
        <p className={styles['dim']}>
          Measured in visitors' browsers since this server began, {shopMomentText(speed.since)}. By page, and
          over restarts: the figures for Prometheus.
        </p>
      )}
    </Section>
  );
}
