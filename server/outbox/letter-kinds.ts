/** The kinds of letters, each in a file of `letters/`. The words are used in the database and in metrics. */
const letterKinds = [
  'order-confirmation',
  'withdrawal-acknowledged',
  'withdrawal-declared',
  'refund',
  'payment-processing',
  'payment-failed',
  'pre-order-out',
  'address-corrected',
  'order-moved',
  'gift',
  'account-deleted',
  'new-device',
  'daily-summary',
] as const;
export type LetterKind = (typeof letterKinds)[number];
