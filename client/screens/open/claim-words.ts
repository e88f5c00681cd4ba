import { facts } from '#facts';
import type { ClaimPreview } from '#shared/api/claims.ts';

/** The texts for a claim link that gives nothing, and whether the button into the app is shown all the same. */
interface ClaimWords {
  title: string;
  sentence: string;
  opens: boolean;
}

const support = facts.email.support;
const newOne =
  'Whoever paid can have a new one from the page of the order: signed in with the address they paid with or, for 30 days, in the browser that paid.';

/** For every state but `ready`, which needs no words. */
export const claimWords: Readonly<Record<Exclude<ClaimPreview['state'], 'ready'>, ClaimWords>> = {
  claimed: {
    title: 'This is on an account already',
    sentence: `If that account is yours, open the app and play. If it is not, write to ${support}: nobody else can have it by this link.`,
    opens: true,
  },
  belongs_to_other_account: {
    title: 'This is on another account',
    sentence: `It stays there. If that is wrong, write to ${support}.`,
    opens: false,
  },
  link_not_found: {
    title: 'We do not know this link',
    sentence: `Is a letter missing at its end? ${newOne}`,
    opens: false,
  },
  link_expired: {
    title: 'This link is over',
    sentence: `Nothing is lost. ${newOne}`,
    opens: false,
  },
  order_not_paid: {
    title: 'The money is not here yet',
    sentence: 'As soon as it is, this link opens what was bought.',
    opens: false,
  },
  order_withdrawn: {
    title: 'This order was withdrawn from',
    sentence: 'So there is nothing in it to open.',
    opens: false,
  },
  order_refunded: {
    title: 'This order was given back',
    sentence: 'So there is nothing in it to open any more.',
    opens: false,
  },
  order_disputed: {
    title: 'The payment is being looked into',
    sentence: `A bank has asked about it, and until it has decided nothing of it is unlocked. Questions: ${support}`,
    opens: false,
  },
  order_reversed: {
    title: 'The payment was taken back',
    sentence: `The bank gave the money back, so there is nothing to open any more. Questions: ${support}`,
    opens: false,
  },
  already_owned: {
    title: 'You have this already',
    sentence:
      'So it would give you nothing new, and it is not used up: pass the link on, and it belongs to whoever first puts it on an account.',
    opens: false,
  },
  order_ended: {
    title: 'There is nothing in this order any more',
    sentence: `What it unlocked has been taken back, for example with the account that had it. Questions: ${support}`,
    opens: false,
  },
};
