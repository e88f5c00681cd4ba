import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { textLimits } from '#shared/operator-limits.ts';
import styles from './Operator.module.css';
import type { Task } from './use-task.ts';

interface SearchLineProps {
  label: string;
  name: string;
  hint: string;
  /** The button's label, and its label while busy. */
  button: string;
  busyLabel: string;
  text: string;
  onText: (text: string) => void;
  /** What to type, said of an empty field. Without it, an empty search is allowed. */
  missing?: string;
  task: Task;
  /** What the latest search found, in a sentence; empty before. */
  result: string;
  /** Called with the trimmed text. */
  onSearch: (text: string) => void;
}

/** A search form of the operator's page: one field with its button, the error, and the result in a sentence. */
export function SearchLine(props: SearchLineProps) {
  const { label, name, hint, button, busyLabel, text, onText, missing, task, result, onSearch } = props;
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sought = text.trim();
    const mayNotSearch = sought === '' && missing !== undefined;
    setMissing(mayNotSearch);
    if (mayNotSearch) giveFocus(field.current);
    else onSearch(sought);
  };
  return (
    <>
      {/* Were it ever sent by the browser itself, an address would not be in a URL, which is logged. */}
      <form method="post" className={styles['line']} onSubmit={submit}>
        <TextField
          label={label}
          name={name}
          value={text}
          onChange={(typed) => {
            setMissing(false);
            onText(typed);
          }}
          error={isMissing ? missing : null}
          hint={hint}
          autoComplete="off"
          literal
          maxLength={textLimits.search}
          required={missing !== undefined}
          ref={field}
        />
        <Button type="submit" busy={task.busy} busyLabel={busyLabel}>
          {button}
        </Button>
      </form>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      {/* Empty during a search: the same words that stayed would not be read out again. */}
      <p role="status">{task.busy ? '' : result}</p>
    </>
  );
}
