import { useState } from 'react';
import { useBusy } from './use-busy.ts';

/** An action of a button, one at a time. */
export interface Task {
  busy: boolean;
  fault: string | null;
  /** Runs it unless one is in progress. A failure becomes `fault`; `onFailure` sees it first. */
  run(work: () => Promise<void>, onFailure?: (error: unknown) => void): void;
}

/** State of a button's action: busy, and its error. @param faultText the text for an error, with advice */
export function useTask(faultText: (error: unknown) => string): Task {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useBusy(busy);

  return {
    busy,
    fault,
    run(work, onFailure) {
      if (busy) return;
      setBusy(true);
      setFault(null);
      work()
        .catch((error: unknown) => {
          onFailure?.(error);
          setFault(faultText(error));
        })
        .finally(() => setBusy(false));
    },
  };
}
