/** The kinds of letters, each in a file of `letters/`. The words are used in the database and in metrics. */
export type LetterKind = OrderLetterKind | OtherLetterKind;

/** Those about a recorded order. */
export type OrderLetterKind =
  | 'order-confirmation'
  | 'withdrawal-acknowledged'
  | 'withdrawal-declared'
  | 'refund'
  | 'pre-order-out'
  | 'pre-order-put-off'
  | 'address-corrected'
  | 'order-moved'
  | 'gift'
  | 'gift-undelivered';

/** Those about a payment page, an address, an account or the shop. */
export type OtherLetterKind =
  | 'payment-processing'
  | 'payment-failed'
  | 'order-links'
  | 'account-deleted'
  | 'new-device'
  | 'daily-summary';
