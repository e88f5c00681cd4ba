import { useEffect, useRef, useState } from 'react';
import { operatorFault } from './operator-calls.ts';

/** Something that a press of a button does, one at a time. */
export interface Task {
  busy: boolean;
  fault: string | null;
  /** Runs it unless one is under way. A failure becomes `fault`; `onFailure` sees it first. */
  run(work: () => Promise<void>, onFailure?: (error: unknown) => void): void;
}

/** Keeps a button's work: busy while it runs, and what went wrong. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const pressed = useRef<Element | null>(null);

  // A button that is disabled while it works loses the focus, and with it the place of whoever uses a keyboard.
  useEffect(() => {
    const focusLost = document.activeElement === null || document.activeElement === document.body;
    if (!busy && focusLost && pressed.current instanceof HTMLElement) pressed.current.focus();
  }, [busy]);

  return {
    busy,
    fault,
    run(work, onFailure) {
      if (busy) return;
      pressed.current = document.activeElement;
      setBusy(true);
      setFault(null);
      work()
        .catch((error: unknown) => {
          onFailure?.(error);
          setFault(operatorFault(error));
        })
        .finally(() => setBusy(false));
    },
  };
}
