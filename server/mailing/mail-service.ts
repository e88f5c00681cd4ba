// Whether there is a mail service, as the database knows it. Whoever writes a letter asks here and not the settings, so that the
// site and the command line, or several sites, cannot disagree about what is owed.

import { nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';

const shape = {
  owedSince: nullable(time),
  /** Why nothing can be sent at present, as codes. */
  fault: nullable(text),
  faultSince: nullable(time),
} as const;
const service = query('SELECT {columns} FROM mail_service WHERE id = 1', shape);
const begin = command(
  `INSERT INTO mail_service (id, owed_since) VALUES (1, ?)
   ON CONFLICT (id) DO UPDATE SET owed_since = COALESCE(mail_service.owed_since, excluded.owed_since)`,
);
const stop = command(
  'UPDATE mail_service SET owed_since = NULL, fault = NULL, fault_since = NULL WHERE id = 1',
);
const setFault = command(
  `UPDATE mail_service SET fault = ?, fault_since = COALESCE(fault_since, ?) WHERE id = 1`,
);
const clearFault = command('UPDATE mail_service SET fault = NULL, fault_since = NULL WHERE id = 1');
const touch = command('UPDATE mail_service SET tried_at = ? WHERE id = 1');

/**
 * The payment provider counts whole seconds, and an event takes its time: what happened shortly before the first start with
 * a mail service is told as well. Milliseconds.
 */
const reachBackMs = 60 * 60 * 1000;

/** Notes at the start of a site whether there is a mail service. Letters are owed from the first such start on. */
export function* noteMailService(exists: boolean, at: Date): Script<void> {
  if (exists) yield* begin.run(new Date(at.getTime() - reachBackMs));
  else yield* stop.run();
}

/** How the mail service is; `null` for a database that never had one. */
export function* mailService(): Script<Row<typeof shape>> {
  return (yield* service.get()) ?? { owedSince: null, fault: null, faultSince: null };
}

/** Notes why nothing can be sent, or with `null` that something was. */
export function* noteMailFault(fault: string | null, at: Date): Script<void> {
  if (fault === null) yield* clearFault.run();
  else yield* setFault.run(fault, at);
}

/** Writes beside the outbox what the time is. @throws when the database takes no letters, because the disk is full for example */
export const tryOutbox = (at: Date): Script<number> => touch.run(at);
