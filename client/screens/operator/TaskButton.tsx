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
  const press = () =>
    task.run(async (report) => {
      // What is done at once would be reported before the words of the press before are gone, and the same words would not be
      // read out again.
      await Promise.resolve();
      await run(report);
    });
  return (
    <Stack gap="close">
      <Button variant="quiet" busy={task.busy} busyLabel={busyLabel} onClick={press} {...named}>
        {children}
      </Button>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      <p role="status">{task.said}</p>
    </Stack>
  );
}
