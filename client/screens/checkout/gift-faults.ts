import { ApiProblem } from '#client/api/problem.ts';
import { type Fault, fieldFault, formFault } from '#client/ui/fault.ts';
import { facts } from '#facts';
import { linesOf, longestGiftMessage, mostGiftLines } from '#shared/gift-words.ts';
import { inputMessages } from '#shared/identity-input.ts';
import { changeFault, noLinks } from './change-faults.ts';

export const noSuchDay = 'Choose a day from today on, within a year.';

/**
 * What is too much about the words of a card, or `null`. The field itself sets no limit: a browser cuts what is pasted
 * into it without a word, and the end of a greeting would be missing from the letter.
 */
export function messageFault(message: string): string | null {
  const characters = message.trim().length;
  if (characters > longestGiftMessage)
    return `These are ${characters} characters, and ${longestGiftMessage} fit on the card. Take some out.`;
  const lines = linesOf(message).length;
  if (lines > mostGiftLines)
    return `These are ${lines} lines, and ${mostGiftLines} fit on the card. Join some of them.`;
  return null;
}

/** The error of a gift that could not be saved. */
export function giftFault(error: unknown): Fault {
  const { code, field } = error instanceof ApiProblem ? error : {};
  switch (code) {
    case 'invalid_email':
      return fieldFault({ recipient: inputMessages.emailInvalid });
    case 'text_has_links':
      return fieldFault({ [field === 'sender' ? 'sender' : 'message']: noLinks });
    case 'invalid_request':
      return fieldFault({ sendOn: noSuchDay });
    case 'gift_letters_used_up':
      return fieldFault({
        recipient: 'No more letters can go there: choose another day, or print the card.',
      });
    default:
      return formFault(changeFault(error, refusals, 'a letter goes out once'));
  }
}

const refusals = {
  gift_not_possible:
    'There is nothing to give away in this order now: somebody has just opened it, or it was given back. Load the page again.',
  forbidden: `Only the browser that paid, or the account of this order, can do this. Write to ${facts.email.support} with the receipt if you are its buyer.`,
};
