import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { type Fault, fieldFault, formFault } from '#client/ui/fault.ts';
import { facts } from '#facts';
import { linesOf, longestGiftMessage, mostGiftLines } from '#shared/gift-words.ts';
import { inputMessages } from '#shared/identity-input.ts';

export const noSuchDay = 'Choose a day from today on, within a year.';

export const noLinks = 'Write it without links and addresses, and put a space after each full stop.';

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
  const passing = formFault(
    'No answer that makes sense. Please try again in a moment; a letter goes out once.',
  );
  if (!(error instanceof ApiProblem)) return passing;
  const { code, field, retryAfterSeconds } = error;
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
    case 'gift_not_possible':
      return formFault(
        'There is nothing to give away in this order now: somebody has just opened it, or it was given back. Load the page again.',
      );
    case 'forbidden':
      return formFault(
        `Only the browser that paid, or the account of this order, can do this. Write to ${facts.email.support} with the receipt if you are its buyer.`,
      );
    case 'too_many_requests':
      return formFault(
        `That was many tries in a short time. Nothing was changed. Try again in ${waitText(retryAfterSeconds)}.`,
      );
    case 'network':
      return formFault(
        'No answer from the shop. Check your connection and try again; a letter goes out once.',
      );
    default:
      return passing;
  }
}
