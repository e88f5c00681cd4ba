// Attention: open questions about an order that a person has to decide.

import type { Actor } from '#server/identity/cause.ts';
import { nullable, type Row, text, time, word } from '#server/ledger/rows.ts';
import { command, query, type Script } from '#server/ledger/script.ts';
import type { AttentionReason } from '#shared/attention-reasons.ts';
import type { DoublePayment } from '#shared/moved-double.ts';
import type { Attention } from './order-facts.ts';

const reasonAndSubject = { reason: word<AttentionReason>(), subject: text } as const;
const openOfPurchase = query(
  'SELECT {columns} FROM order_attention WHERE purchase_id = ? AND resolved_at IS NULL',
  reasonAndSubject,
);
// What is open, or closed by an operator, stays as it is; what the shop closed itself may be raised again.
const raise = command(
  `INSERT INTO order_attention (purchase_id, reason, subject, raised_at) VALUES (?, ?, ?, ?)
   ON CONFLICT (purchase_id, reason, subject) DO UPDATE
     SET raised_at = excluded.raised_at, resolved_at = NULL, resolved_by = NULL
     WHERE order_attention.resolved_by = 'shop'`,
);
const closeByShop = command(
  `UPDATE order_attention SET resolved_at = ?, resolved_by = 'shop'
   WHERE purchase_id = ? AND reason = ? AND subject = ? AND resolved_at IS NULL`,
);

/**
 * Raises the open questions that follow from a purchase's facts, and closes those that no longer do. Call it inside a
 * transaction.
 * @param only the one reason that was checked; all of them when left out
 * @returns what is raised now and was not open with another subject before
 */
export function* syncAttention(
  purchaseId: number,
  wanted: readonly Attention[],
  at: Date,
  only?: AttentionReason,
): Script<Attention[]> {
  const open = (yield* openOfPurchase.all(purchaseId)).filter(
    ({ reason }) => only === undefined || reason === only,
  );
  const raised: Attention[] = [];
  for (const item of wanted) {
    if ((yield* raise.run(purchaseId, item.reason, item.subject, at)) > 0) raised.push(item);
  }
  for (const { reason, subject } of open) {
    if (!wanted.some((item) => item.reason === reason && item.subject === subject))
      yield* closeByShop.run(at, purchaseId, reason, subject);
  }
  return raised.filter(({ reason }) => !open.some((item) => item.reason === reason));
}

const questionShape = {
  ...reasonAndSubject,
  raisedAt: time,
  resolvedAt: nullable(time),
  resolvedBy: nullable(word<Actor | 'shop'>()),
} as const;
/** A question about an order, open or decided. */
export type OrderQuestion = Row<typeof questionShape>;
const ofOrder = query(
  `SELECT reason, subject, raised_at, resolved_at, resolved_by
   FROM order_attention JOIN purchases ON purchases.id = purchase_id
   WHERE checkout_session_id = ? ORDER BY raised_at, reason COLLATE "C", subject COLLATE "C"`,
  questionShape,
);

/** All questions about an order, oldest first, also those that were decided. */
export const questionsOf = (checkoutSessionId: string): Script<OrderQuestion[]> =>
  ofOrder.all(checkoutSessionId);

const openShape = { checkoutSessionId: text, ...reasonAndSubject, raisedAt: time } as const;
/** An open question about an order for a person to decide. */
export type OpenAttention = Row<typeof openShape>;
const allOpen = query(
  `SELECT checkout_session_id, reason, subject, raised_at
   FROM order_attention JOIN purchases ON purchases.id = purchase_id
   WHERE resolved_at IS NULL ORDER BY raised_at, checkout_session_id COLLATE "C"`,
  openShape,
);

/** All open questions, oldest first. */
export const openAttention = (): Script<OpenAttention[]> => allOpen.all();

/** Of open questions, those about orders that were paid for twice. */
export const doublesIn = (open: readonly OpenAttention[]): DoublePayment[] =>
  open
    .filter(({ reason }) => reason === 'paid_twice')
    .map(({ checkoutSessionId, subject }) => ({ double: checkoutSessionId, stays: subject }));

const closeByOperator = command(
  `UPDATE order_attention SET resolved_at = ?, resolved_by = ?
   WHERE purchase_id = (SELECT id FROM purchases WHERE checkout_session_id = ?)
     AND reason = ? AND subject = ? AND resolved_at IS NULL`,
);

/** Closes one of them for good. @returns false when no such question was open */
export function* resolveAttention(
  { checkoutSessionId, reason, subject }: { checkoutSessionId: string; reason: string; subject: string },
  by: Actor,
  at: Date,
): Script<boolean> {
  return (yield* closeByOperator.run(at, by, checkoutSessionId, reason, subject)) > 0;
}
