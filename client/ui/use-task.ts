import { useState } from 'react';
import { useBusy } from './use-busy.ts';

/** An action of a button, one at a time. */
export interface Task {
  busy: boolean;
  fault: string | null;
  /** What came of the latest run. Empty during the next: words that stayed in a live region would not be read out again. */
  said: string;
  /**
   * Runs it unless one is in progress. What the work passes to `report` becomes `said`. A failure becomes `fault`; `onFailure`
   * sees it first.
   */
  run(work: (report: (words: string) => void) => Promise<void>, onFailure?: (error: unknown) => void): void;
}

/** State of a button's action: busy, and its error. @param faultText the text for an error, with advice */
export function useTask(faultText: (error: unknown) => string): Task {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  useBusy(busy);

  return {
    busy,
    fault,
    said,
    run(work, onFailure) {
      if (busy) return;
      setBusy(true);
      setFault(null);
      setSaid('');
      work(setSaid)
        .catch((error: unknown) => {
          onFailure?.(error);
          setFault(faultText(error));
        })
        .finally(() => setBusy(false));
    },
  };
}
