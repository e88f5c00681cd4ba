import Database from 'better-sqlite3';
import { DatabaseFault, type Ledger } from '#server/ledger/ledger.ts';
import type { Script } from '#server/ledger/script.ts';
import type { SimulatedDatabase } from '../databases.ts';
import type { Pause, Surroundings } from '../surroundings.ts';
import type { Owner } from '../virtual-time.ts';

/** Rolled back on purpose, so that the transaction runs a second time. */
class PlayedOnce extends Error {}

/** The leader of each task; a killed process has given up its lead. */
export type Leaders = Map<string, Owner>;

/**
 * The ledger of one process, with faults of disk and connection: every call waits a moment before and after,
 * so that other processes interleave; writes are refused, also in the middle of a transaction, or run twice, as an engine may
 * (`Ledger.write`); and the answer to a commit may be lost.
 * @param wait waits in virtual time; the process may be killed meanwhile
 */
export function moodyLedger(
  around: Surroundings,
  database: SimulatedDatabase,
  owner: Owner,
  leaders: Leaders,
  wait: Pause,
): Ledger {
  const { weather, dice } = around;
  const engine = database.open(owner, wait, around);
  const pause = () => wait(dice.between('ledger', 0, 2));
  async function reading<T>(call: () => Promise<T>): Promise<T> {
    await pause();
    const answer = await call();
    await pause();
    return answer;
  }
  async function writing<T>(
    script: () => Script<T>,
    play: (script: () => Script<T>) => Promise<T>,
  ): Promise<T> {
    await pause();
    const breaksAt = weather.strikes('disk', 0.3) ? dice.between('statement', 0, 12) : null;
    if (breaksAt === null && dice.percent('replay', 3)) await playOnce(script, play);
    const answer = await play(breaksAt === null ? script : () => breaking(script, breaksAt));
    if (weather.strikes('database', 0.3)) {
      throw new DatabaseFault('POSTGRES_08006', 'The line broke during the commit', true, null);
    }
    await pause();
    return answer;
  }
  async function playOnce<T>(script: () => Script<T>, play: (script: () => Script<T>) => Promise<T>) {
    const once = function* (): Script<T> {
      yield* script();
      throw new PlayedOnce();
    };
    await play(once).catch((error: unknown) => {
      // A refusal by the script itself is the same the second time.
      if (!(error instanceof PlayedOnce)) return;
    });
  }

  return {
    read: (script) => reading(() => engine.read(script)),
    snapshot: (script) => reading(() => engine.snapshot(script)),
    write: (locks, script) => writing(script, (played) => engine.write(locks, played)),
    // On PostgreSQL an amendment runs without a transaction, so it cannot be rolled back.
    async amend(script) {
      await pause();
      if (weather.strikes('disk', 0.3)) throw diskIsFull();
      const answer = await engine.amend(script);
      if (weather.strikes('database', 0.3)) {
        throw new DatabaseFault('POSTGRES_08006', 'The line broke during the answer', true, null);
      }
      await pause();
      return answer;
    },
    async asLeader(task, work) {
      await pause();
      if (leaders.get(task)?.alive) return false;
      leaders.set(task, owner);
      try {
        await work();
      } finally {
        leaders.delete(task);
      }
      return true;
    },
    ping: () => reading(() => engine.ping()),
    tryRoom: () => engine.tryRoom(),
    backup: (file, onProgress) => engine.backup(file, onProgress),
    inspect: () => engine.inspect(),
    // The database outlives its processes.
    close: async () => undefined,
  };
}

const diskIsFull = () => new Database.SqliteError('database or disk is full', 'SQLITE_FULL');

/** A transaction that fails with a disk error after so many statements; the engine rolls it back. */
function* breaking<T>(script: () => Script<T>, statements: number): Script<T> {
  const playing = script();
  let step = playing.next();
  for (let asked = 0; !step.done; asked += 1) {
    if (asked >= statements) throw diskIsFull();
    step = playing.next(yield step.value);
  }
  return step.value;
}
