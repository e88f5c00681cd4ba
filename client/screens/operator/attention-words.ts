import type { AttentionReason } from '#shared/attention-reasons.ts';

/** Texts for open questions (attention): what it is, and what to do. The long form is in docs/operations.md. */
interface AttentionWords {
  title: string;
  advice: string;
}

/** Of a status that this version does not know, there is nothing more to say. */
type Spoken = Exclude<AttentionReason, 'unknown_refund_status' | 'unknown_dispute_status'>;

const words: Readonly<Record<Spoken, AttentionWords>> = {
  withdrawal_requested: {
    title: 'Withdrawal',
    advice:
      'The buyer withdrew, and has to have the money within 14 days of it. It closes by itself once all that they named went back. If its buyer writes that it was not them: “admin orders void-withdrawal” on the command line; closing it here would leave it counting.',
  },
  paid_twice: {
    title: 'Paid twice',
    advice:
      'Everything in it was paid for with the order named above, which stays as it is. It closes by itself when either goes back; close a second copy on purpose.',
  },
  early_fraud_warning: {
    title: 'Early fraud warning',
    advice:
      'The bank of the card calls this payment fraudulent. Given back now, it mostly spares you the dispute and its fee; left alone, it may become one. If you know the buyer, ask them first, and close it when it is theirs.',
  },
  partial_refund_unassigned: {
    title: 'A part was given back',
    advice: 'Say at the order which of its products it was for, or close it when it was goodwill.',
  },
  refund_failed: {
    title: 'A refund failed',
    advice:
      'The money came back to the shop, and the buyer may have been told that it is on its way. Give it back anew on the page of the order, or write to the buyer and pay in another way; then close it. Paid in another way, the shop knows nothing of it: take the unlocks back (“admin grants revoke”), and book it yourself.',
  },
  refund_awaits_funds: {
    title: 'A refund waits for money',
    advice:
      "The shop's balance at Stripe does not cover it: nothing has gone back, what was bought stays unlocked, and the buyer was not told. Add money to the balance in Stripe's dashboard, or wait for the next payments. It closes by itself.",
  },
  dispute_needs_response: {
    title: 'Dispute',
    advice:
      'Answer in the dashboard of the payment provider before its date, with the evidence of the order. It closes by itself.',
  },
  partial_dispute: {
    title: 'A dispute over a part was lost',
    advice: 'Everything was taken back: give back what was not disputed.',
  },
  dispute_prevented: {
    title: 'A dispute was prevented',
    advice: 'Look at the payment provider whether the money went back, and take the unlocks back if it did.',
  },
  unknown_product: {
    title: 'A product that the shop does not know',
    advice: 'Give what was meant by hand, or refund.',
  },
  unexpected_total: {
    title: 'Another sum than it costs',
    advice:
      'Look at the payment provider what was changed there, or what a dispute has taken, and close it when it is right.',
  },
};

export function attentionWords(reason: string): AttentionWords {
  return (
    // A newer shop may ask what this page does not know.
    (words as Readonly<Record<string, AttentionWords>>)[reason] ?? {
      title: reason.replaceAll('_', ' '),
      advice:
        'The payment provider says something that this version does not know. Look there, and update the shop.',
    }
  );
}

/** What the refund button beside a question gives back, where a refund is the usual answer; `null` elsewhere. */
export function usualRefund(reason: string): 'all' | 'withdrawn' | null {
  if (reason === 'withdrawal_requested') return 'withdrawn';
  return reason === 'paid_twice' || reason === 'early_fraud_warning' ? 'all' : null;
}
