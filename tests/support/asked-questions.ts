import type { Ledger } from '#server/ledger/ledger.ts';
import type { Question, Script } from '#server/ledger/script.ts';

/** A ledger that notes the questions that scripts ask of another, in order. */
export function recording(ledger: Ledger): { ledger: Ledger; asked: Question[] } {
  const asked: Question[] = [];
  const noting = <T>(script: () => Script<T>) =>
    function* (): Script<T> {
      const running = script();
      let step = running.next();
      while (!step.done) {
        asked.push(step.value);
        step = running.next(yield step.value);
      }
      return step.value;
    };
  return {
    asked,
    ledger: {
      ...ledger,
      read: (script) => ledger.read(noting(script)),
      snapshot: (script) => ledger.snapshot(noting(script)),
      write: (locks, script) => ledger.write(locks, noting(script)),
      amend: (script) => ledger.amend(noting(script)),
    },
  };
}
