import { ApiProblem } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { facts } from '#facts';
import { linesOf, longestGiftMessage, mostGiftLines } from '#shared/gift-words.ts';
import { inputMessages } from '#shared/identity-input.ts';

/** Errors of a gift's form by field; `form` for the whole. */
export type GiftFaults = Partial<Record<'recipient' | 'sendOn' | 'sender' | 'message' | 'form', string>>;

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

/** The error texts for a gift that could not be saved. */
export function giftFaults(error: unknown): GiftFaults {
  const passing = {
    form: 'No answer that makes sense. Please try again in a moment; a letter goes out once.',
  };
  if (!(error instanceof ApiProblem)) return passing;
  const { code, field, retryAfterSeconds } = error;
  switch (code) {
    case 'invalid_email':
      return { recipient: inputMessages.emailInvalid };
    case 'text_has_links':
      return { [field === 'sender' ? 'sender' : 'message']: noLinks };
    case 'invalid_request':
      return { sendOn: 'Choose a day from today on, within a year.' };
    case 'gift_letters_used_up':
      return { recipient: 'No more letters can go there: choose another day, or print the card.' };
    case 'gift_not_possible':
      return {
        form: 'There is nothing to give away in this order now: somebody has just opened it, or it was given back. Load the page again.',
      };
    case 'forbidden':
      return {
        form: `Only the browser that paid, or the account of this order, can do this. Write to ${facts.email.support} with the receipt if you are its buyer.`,
      };
    case 'too_many_requests':
      return {
        form: `That was many tries in a short time. Nothing was changed. Try again in ${waitText(retryAfterSeconds)}.`,
      };
    case 'network':
      return {
        form: 'No answer from the shop. Check your connection and try again; a letter goes out once.',
      };
    default:
      return passing;
  }
}
