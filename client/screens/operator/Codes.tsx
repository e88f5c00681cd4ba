import { useState } from 'react';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { BatchCard } from './BatchCard.tsx';
import { FindCode } from './FindCode.tsx';
import { NewBatch } from './NewBatch.tsx';
import styles from './Operator.module.css';
import { fetchBatches } from './operator-calls.ts';
import { Section } from './Section.tsx';
import { saveFile } from './save-file.ts';
import { useLoaded } from './use-loaded.ts';

/** Batches of activation codes: a new one, and those that exist. */
export function Codes() {
  const [batches, reload] = useLoaded(fetchBatches);
  const [made, setMade] = useState<{ batchId: number; codes: readonly string[] } | null>(null);
  return (
    <>
      <FindCode />
      <NewBatch
        onMade={(batch) => {
          setMade(batch);
          reload();
        }}
      />
      {made ? (
        <Notice kind="success" title={`Batch ${made.batchId}: ${made.codes.length} new codes`}>
          <p>
            <button
              type="button"
              className={styles['link']}
              onClick={() => saveFile(`codes-${made.batchId}.txt`, `${made.codes.join('\n')}\n`)}
            >
              Save them as a text file
            </button>
          </p>
          <ul className={styles['codes']}>
            {made.codes.slice(0, 10).map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          {made.codes.length > 10 ? <p>and {made.codes.length - 10} more in the file.</p> : null}
        </Notice>
      ) : null}
      {batches.status === 'loading' ? <LoadingRings label="Fetching the batches" /> : null}
      {batches.status === 'failed' ? <Notice kind="error">{batches.fault}</Notice> : null}
      {batches.status === 'loaded' ? (
        <Section id="batches" title="Batches">
          {batches.value.batches.length === 0 ? <p>None yet.</p> : null}
          <ul className={styles['cards']}>
            {batches.value.batches.map((batch) => (
              <li key={batch.id} className={styles['card']}>
                <BatchCard batch={batch} onChanged={reload} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
