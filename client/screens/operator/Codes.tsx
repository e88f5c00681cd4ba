import { useState } from 'react';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { SuccessRegion } from '#client/ui/SuccessRegion.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import { BatchCard } from './BatchCard.tsx';
import { FindCode } from './FindCode.tsx';
import { NewBatch } from './NewBatch.tsx';
import styles from './Operator.module.css';
import { fetchBatches, operatorFault } from './operator-calls.ts';
import { Reload } from './reload.ts';
import { Section } from './Section.tsx';
import { saveFile } from './save-file.ts';
import { TaskButton } from './TaskButton.tsx';

/** Batches of activation codes: a new one, and those that exist. */
export function Codes() {
  const [batches, reload] = useLoaded(fetchBatches, operatorFault);
  const [made, setMade] = useState<{ batchId: number; codes: readonly string[] } | null>(null);
  return (
    <>
      <FindCode />
      <Reload value={reload}>
        <NewBatch
          onMade={(batch) => {
            setMade(batch);
            reload();
          }}
        />
      </Reload>
      {/* Only the first line is read out: nobody wants to hear the codes. */}
      <SuccessRegion>{made ? `Batch ${made.batchId}: ${made.codes.length} new codes` : null}</SuccessRegion>
      {made ? (
        <div className={styles['card']}>
          <TaskButton
            busyLabel="Saving"
            run={async (report) =>
              report(saveFile(`codes-${made.batchId}.txt`, `${made.codes.join('\n')}\n`))
            }
          >
            Save them as a text file
          </TaskButton>
          <ul className={styles['codes']}>
            {made.codes.slice(0, 10).map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          {made.codes.length > 10 ? <p>and {made.codes.length - 10} more in the file.</p> : null}
        </div>
      ) : null}
      <LoadedPart
        loaded={batches}
        label="Fetching the batches"
        failed="The batches could not be fetched"
        onRetry={reload}
      >
        {(fetched) => (
          <Section id="batches" title="Batches">
            {fetched.batches.length === 0 ? <p>None yet.</p> : null}
            <ul className={styles['cards']}>
              {fetched.batches.map((batch) => (
                <li key={batch.id} className={styles['card']}>
                  <Reload value={reload}>
                    <BatchCard batch={batch} onChanged={reload} />
                  </Reload>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </LoadedPart>
    </>
  );
}
