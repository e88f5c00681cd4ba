import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import type { OperatorImports } from '#shared/api/imports.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { NewImport } from './NewImport.tsx';
import styles from './Operator.module.css';
import { fetchImports, operatorFault, undoImport } from './operator-calls.ts';
import { Reload } from './reload.ts';
import { Section } from './Section.tsx';
import { actorText, counted, shopMomentText } from './words.ts';

/** Imports of backers and old purchases: a new one, and earlier ones. */
export function Imports() {
  const [imports, reload] = useLoaded(fetchImports, operatorFault);
  return (
    <Reload value={reload}>
      <NewImport onBroughtIn={reload} />
      <Section id="imports" title="Brought in before">
        <LoadedPart
          loaded={imports}
          label="Fetching the imports"
          failed="The imports could not be fetched"
          onRetry={reload}
        >
          {(fetched) => (
            <>
              {fetched.imports.length === 0 ? <p>None yet.</p> : null}
              <ul className={styles['cards']}>
                {fetched.imports.map((each) => (
                  <li key={each.id} className={styles['card']}>
                    <PastImport past={each} onUndone={reload} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </LoadedPart>
      </Section>
    </Reload>
  );
}

interface PastImportProps {
  past: OperatorImports['imports'][number];
  onUndone: () => void;
}

function PastImport({ past, onUndone }: PastImportProps) {
  const { id, kind, name, startedAt, startedBy, finishedAt, undoneAt, undoneBy, entries, grants } = past;
  return (
    <>
      <h3 className={styles['name']}>
        {name} (import {id})
      </h3>
      <p>
        {`${kind === 'backers' ? 'Backers' : 'Purchases of an earlier shop'}: ${
          undoneAt
            ? `taken back ${shopMomentText(undoneAt)} by ${actorText(undoneBy ?? '')}`
            : `${counted(entries, 'line')}, ${counted(grants, 'unlock')}`
        }.`}
      </p>
      {finishedAt === null && undoneAt === null ? (
        <p>
          <strong>It was interrupted, or runs now.</strong> Bring the same file in again, or take it back.
        </p>
      ) : null}
      <p className={styles['dim']}>
        Begun {shopMomentText(startedAt)} by {actorText(startedBy)}.
      </p>
      <ConfirmedAction
        action="Take it back"
        about={`import ${id}`}
        variant="danger"
        question={<p>What it has unlocked goes, also from accounts that have it already.</p>}
        confirm={`Take back ${counted(grants, 'unlock')}`}
        busyLabel="Taking back"
        run={async (reason) => {
          const { removed, revoked } = await undoImport(id, { reason });
          return `${removed} removed, ${revoked} taken back from accounts that had them.`;
        }}
        onDone={onUndone}
        isOver={undoneAt !== null}
      />
    </>
  );
}
