// Where an address stands without being an owner's: as the recipient of gifts and letters, and in what others' orders keep.

import { nullable, oneOf, type Row, text } from '#server/ledger/rows.ts';
import { query, type Script } from '#server/ledger/script.ts';
import { mentionKinds } from '#shared/api/customers.ts';

const shape = {
  what: oneOf(mentionKinds),
  /** The order that it is in; `null` for a letter about none. */
  checkoutSessionId: nullable(text),
} as const;
/** A place where an address stands. Letters are those that wait: with the others no address is kept. */
export type Mention = Row<typeof shape>;

const mentions = query(
  `SELECT what, checkout_session_id FROM (
     SELECT 'gift' AS what, purchase_id FROM gifts WHERE recipient = ?
     UNION SELECT 'letter', purchase_id FROM letters WHERE recipient = ?
     UNION SELECT 'withdrawal', purchase_id FROM withdrawals WHERE email = ?
     UNION SELECT 'void_withdrawal', purchase_id FROM void_withdrawals WHERE email = ?
     UNION SELECT 'earlier_address', purchase_id FROM purchase_moves WHERE from_email = ?) AS mention
   LEFT JOIN purchases ON purchases.id = purchase_id
   ORDER BY purchase_id NULLS FIRST, what COLLATE "C"`,
  shape,
);

/** Where an address stands, each order and kind once. */
export const mentionsOf = (email: string | null): Script<Mention[]> =>
  mentions.all(email, email, email, email, email);
