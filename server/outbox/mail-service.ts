// Whether there is a mail service, as stored in the database. Code that writes letters reads it here and not from the
// settings, so that the site and the command line, or several sites, agree on which letters are owed.

import { nullable, type Row, text, time } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import { earlier } from '#server/moments.ts';

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
const undate = command('UPDATE mail_service SET owed_since = ? WHERE id = 1 AND owed_since > ?');
const setFault = command(
  `UPDATE mail_service SET fault = ?, fault_since = COALESCE(fault_since, ?) WHERE id = 1`,
);
const clearFault = command('UPDATE mail_service SET fault = NULL, fault_since = NULL WHERE id = 1');
const touch = command('UPDATE mail_service SET tried_at = ? WHERE id = 1');

/**
 * Events from shortly before the first start with a mail service also get letters, because the payment provider's times
 * have whole seconds and events take a while. Milliseconds.
 */
const reachBackMs = 60 * 60 * 1000;

/** Notes at the start of a site whether there is a mail service. From the first such start on, letters are written. */
export function* noteMailService(exists: boolean, at: Date): Script<void> {
  if (exists) yield* begin.run(earlier(at, reachBackMs));
  else yield* stop.run();
}

/**
 * Lets letters be owed from now on if a clock that was ahead has noted a later time: no order would get a letter until then.
 * @param now by a clock that is right
 */
export const undateMailService = (now: Date): Script<number> => undate.run(earlier(now, reachBackMs), now);

/** The state of the mail service; each part is `null` in a database that never had one. */
export function* mailService(): Script<Row<typeof shape>> {
  return (yield* service.get()) ?? { owedSince: null, fault: null, faultSince: null };
}

/** Notes why nothing can be sent, or `null` after a success. */
export function* noteMailFault(fault: string | null, at: Date): Script<void> {
  if (fault === null) yield* clearFault.run();
  else yield* setFault.run(fault, at);
}

/** A test write beside the outbox. @throws when the database cannot store letters, because the disk is full for example */
export const tryOutbox = (at: Date): Script<number> => touch.run(at);
