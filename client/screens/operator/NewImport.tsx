import { type FormEvent, useContext, useId, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { handFocusOn } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import type { ImportAnswer, ImportRequest } from '#shared/api/imports.ts';
import { importLimits } from '#shared/operator-limits.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { Choices } from './Choices.tsx';
import { ImportResult } from './ImportResult.tsx';
import { LinesField } from './LinesField.tsx';
import styles from './Operator.module.css';
import { bringIn } from './operator-calls.ts';
import { Reload } from './reload.ts';
import { useTask } from './use-task.ts';
import { counted } from './words.ts';

type Said = Pick<ImportRequest, 'columns' | 'rewards' | 'paidStates'>;

/** A file as it was when it was chosen: the browser refuses to read one that has changed on the disk since. */
interface ChosenFile extends Pick<File, 'name' | 'size'> {
  /** Its bytes as base64. */
  content: Promise<string>;
}

/** What was sent, and its result. */
interface Tried {
  kind: ImportRequest['kind'];
  file: ChosenFile;
  said: Said;
  answer: ImportAnswer;
}

/** A file is imported in two steps: a dry run first, then a second press after its result was shown. */
export function NewImport({ onBroughtIn }: { onBroughtIn: () => void }) {
  const [kind, setKind] = useState<ImportRequest['kind']>('backers');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [said, setSaid] = useState<Said>({ columns: [], rewards: [], paidStates: [] });
  const [fault, setFault] = useState<string | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const task = useTask();
  const reload = useContext(Reload);
  const id = useId();
  // Only the exact file and instructions of the dry run can be imported.
  const result = tried?.kind === kind && tried.file === file && tried.said === said ? tried.answer : null;
  const send = (dryRun: boolean, skipBadLines: boolean) =>
    task.run(
      async () => {
        if (file === null) return;
        const content = await file.content;
        const request = {
          kind,
          name: file.name.slice(0, importLimits.name),
          content,
          ...said,
          dryRun,
          skipBadLines,
        };
        setTried({ kind, file, said, answer: await bringIn(request) });
        if (!dryRun) onBroughtIn();
      },
      dryRun ? undefined : reload,
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong =
      file === null
        ? 'Choose a file.'
        : file.size > importLimits.file
          ? 'This file is too large for the page. The command line takes files of any size: admin imports.'
          : null;
    setFault(wrong);
    if (wrong === null) send(true, false);
  };
  const lines = (name: keyof Said) => ({
    name,
    value: said[name],
    onChange: (value: readonly string[]) => setSaid((before) => ({ ...before, [name]: [...value] })),
  });

  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>A new file</h2>
      <Choices
        legend="What is in it"
        name="kind"
        values={['backers', 'purchases'] as const}
        textOf={(value) => (value === 'backers' ? 'Backers of a campaign' : 'Purchases of an earlier shop')}
        chosen={kind}
        onChange={setKind}
      />
      <p className={styles['dim']}>
        {`CSV with the columns email and ${kind === 'backers' ? 'reward' : 'product'}, or what Kickstarter and BackerKit export, in any encoding. Try it as often as you like: nothing changes before you bring it in. After a correction choose the file again.`}
      </p>
      <div className={styles['upload']}>
        <label htmlFor={`${id}file`}>The file</label>
        <input
          id={`${id}file`}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby={`${id}fault`}
          // The same file is a change only for a field that is empty.
          onClick={(event) => {
            // What is under way would be told of no file.
            if (task.busy) return event.preventDefault();
            event.currentTarget.value = '';
            setFile(null);
          }}
          onChange={({ currentTarget }) => setFile(chosenFile(currentTarget.files?.[0]))}
        />
        <p id={`${id}fault`} className={styles['fault']} role="alert">
          {fault}
        </p>
      </div>
      <details>
        <summary>Unusual names in the file</summary>
        <div className={styles['section']}>
          {kind === 'backers' ? (
            <LinesField
              label="What a reward unlocks"
              hint={`One a line: NAME=ID+ID, with ids out of ${adventureIds.join(', ')}`}
              {...lines('rewards')}
            />
          ) : null}
          <LinesField
            label="Which column is meant"
            hint="One a line, for example: email=Contact"
            {...lines('columns')}
          />
          {kind === 'backers' ? (
            <LinesField
              label="States of a pledge that mean paid"
              hint="One a line, as the file writes them"
              {...lines('paidStates')}
            />
          ) : null}
        </div>
      </details>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      {/* Empty while a file is read: the same words that stayed would not be read out again. */}
      <div role="status">{result && !task.busy && !task.fault ? <ImportResult result={result} /> : null}</div>
      <ButtonRow>
        <Button
          type="submit"
          variant={result && !result.changed && result.fresh > 0 ? 'quiet' : 'primary'}
          busy={task.busy}
          busyLabel="Reading it"
        >
          Try the file
        </Button>
        {result && !result.changed && result.fresh > 0 ? (
          <Button disabled={task.busy} onClick={handFocusOn(() => send(false, result.faults.count > 0))}>
            {`Bring ${counted(result.fresh, 'line')} in`}
          </Button>
        ) : null}
      </ButtonRow>
    </form>
  );
}

function chosenFile(file: File | undefined): ChosenFile | null {
  if (!file) return null;
  const { name, size } = file;
  // One that is too large is not sent.
  const content = size > importLimits.file ? Promise.resolve('') : base64Of(file);
  // Whoever sends it says so.
  content.catch(() => undefined);
  return { name, size, content };
}

/** A file's bytes as base64; the server detects the text encoding. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
}
