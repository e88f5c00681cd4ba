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
  /** What the button says, and what it says while it works. */
  button: string;
  busyLabel: string;
  text: string;
  onText: (text: string) => void;
  /** Whether nothing typed is a search as well. */
  takesNothing?: boolean;
  task: Task;
  /** Given what was typed, without blanks around it. */
  onSearch: (text: string) => void;
}

/** A search of the operator's page: one field with its button, and what went wrong. */
export function SearchLine(props: SearchLineProps) {
  const { label, name, hint, button, busyLabel, text, onText, takesNothing, task, onSearch } = props;
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
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={task.busy} busyLabel={busyLabel}>
          {button}
        </Button>
      </form>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
    </>
  );
}
