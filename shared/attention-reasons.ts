// The questions about an order that only a person can decide. docs/operations.md says what to do about each.

export const attentionReasons = [
  'withdrawal_requested',
  'paid_twice',
  'early_fraud_warning',
  'partial_refund_unassigned',
  'refund_failed',
  'refund_awaits_funds',
  'dispute_needs_response',
  'partial_dispute',
  'dispute_prevented',
  'unknown_product',
  'unexpected_total',
  'unknown_refund_status',
  'unknown_dispute_status',
] as const;

export type AttentionReason = (typeof attentionReasons)[number];
