import type { Delivery, GiftCard } from '#shared/api/orders.ts';
import { dayInWords } from '#shared/day-in-words.ts';

/** The delivery state of an unopened gift. @param today the shop's day, `YYYY-MM-DD` */
export function whereItIs({ recipient, sendOn, letter }: GiftCard, today: string): string {
  const waits = 'Nobody has opened it yet. Until somebody does, you can change your mind.';
  if (recipient === null || letter === null || sendOn === null) {
    return `It waits, and belongs to whoever first puts it on an account with its link. ${waits}`;
  }
  switch (letter) {
    case 'waiting':
      if (sendOn > today)
        return `The letter goes to ${recipient} on ${dayInWords(sendOn)}, from eight in the morning, Swedish time. ${waits}`;
      return sendOn === today
        ? `The letter goes to ${recipient} today. ${waits}`
        : `The letter was to go to ${recipient} on ${dayInWords(sendOn)}, and could not go yet. We keep trying; to be sure, print the card or pass the link on.`;
    case 'sent':
      return `The letter has gone to ${recipient}. ${waits}`;
    case 'undelivered':
      return `The letter could not be delivered to ${recipient}. Look for a slip in the address and send it again, or print the card.`;
  }
}

/** What becomes of a gift's letter, by its state, when its buyer makes a card to print instead. */
export const besideCard: Readonly<Partial<Record<Delivery, string>>> = {
  waiting: 'The letter that waits is then not sent.',
  sent: 'The letter that has gone opens the gift as well: it belongs to whoever is first.',
};
