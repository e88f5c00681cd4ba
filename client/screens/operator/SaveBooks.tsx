import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { fetchBooks } from './operator-calls.ts';
import { saveFile } from './save-file.ts';
import { useTask } from './use-task.ts';

/** Saves the books of the period that is shown: every line, and the sums by country and VAT rate. */
export function SaveBooks(period: { since: string; until: string }) {
  const saving = useTask();
  return (
    <div>
      <Button
        variant="quiet"
        busy={saving.busy}
        busyLabel="Fetching"
        onClick={() =>
          saving.run(async () => {
            for (const { fileName, csv } of (await fetchBooks(period)).files) saveFile(fileName, csv);
          })
        }
      >
        Save the books of these days
      </Button>
      {saving.fault ? <Notice kind="error">{saving.fault}</Notice> : null}
    </div>
  );
}
