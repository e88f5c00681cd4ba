import type { FormEvent } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
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
  /** Whether an empty search is allowed. */
  takesNothing?: boolean;
  task: Task;
  /** What the latest search found, in a sentence; empty before. */
  result: string;
  /** Called with the trimmed text. */
  onSearch: (text: string) => void;
}

/** A search form of the operator's page: one field with its button, the error, and the result in a sentence. */
export function SearchLine(props: SearchLineProps) {
  const { label, name, hint, button, busyLabel, text, onText, takesNothing, task, result, onSearch } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() || takesNothing) onSearch(text.trim());
  };
  return (
    <>
      <form className={styles['line']} onSubmit={submit}>
        <TextField
          label={label}
          name={name}
          value={text}
          onChange={onText}
          hint={hint}
          autoComplete="off"
          literal
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
