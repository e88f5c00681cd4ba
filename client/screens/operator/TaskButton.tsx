import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Stack } from '#client/ui/Page.tsx';
import { useTask } from './use-task.ts';

interface TaskButtonProps {
  children: string;
  busyLabel: string;
  /** As a button's. */
  label?: string;
  /** What it passes to `report` is read out. */
  run: (report: (words: string) => void) => Promise<void>;
}

/** A quiet button with a task of its own, what came of it, and why it failed. */
export function TaskButton({ children, busyLabel, run, ...named }: TaskButtonProps) {
  const task = useTask();
  return (
    <Stack gap="close">
      <Button variant="quiet" busy={task.busy} busyLabel={busyLabel} onClick={() => task.run(run)} {...named}>
        {children}
      </Button>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      <p role="status">{task.said}</p>
    </Stack>
  );
}
