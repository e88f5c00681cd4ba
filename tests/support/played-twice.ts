import type { Ledger } from '#server/ledger/ledger.ts';
import { command, type Script } from '#server/ledger/script.ts';

const savepoint = command('SAVEPOINT first_time');
const takeBack = command('ROLLBACK TO first_time');
const release = command('RELEASE first_time');

/**
 * Runs every script twice, as PostgreSQL may when a connection breaks or two transactions conflict. What the first run
 * writes is rolled back; side effects outside the database (adding to a list, counting) stay, so tests notice them.
 * SQLite only: on PostgreSQL sequences are not rolled back.
 */
export function playedTwice(ledger: Ledger): Ledger {
  const reading = <T>(script: () => Script<T>) =>
    function* (): Script<T> {
      yield* script();
      return yield* script();
    };
  const writing = <T>(script: () => Script<T>) =>
    function* (): Script<T> {
      yield* savepoint.run();
      try {
        yield* script();
      } catch {
        // A refusal is refused again.
      }
      yield* takeBack.run();
      yield* release.run();
      return yield* script();
    };
  return {
    ...ledger,
    read: (script) => ledger.read(reading(script)),
    snapshot: (script) => ledger.snapshot(reading(script)),
    write: (locks, script) => ledger.write(locks, writing(script)),
    amend: (script) => ledger.amend(writing(script)),
  };
}
