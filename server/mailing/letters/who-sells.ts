// The part of a confirmation that tells a buyer who sells, and what holds when something is wrong.

import type { RecordedOrder } from '#server/buying/records.ts';
import { dayInWords } from '#shared/day-in-words.ts';
import { paths } from '#shared/routes.ts';
import { type Desk, heading, type Part } from './letter.ts';

/**
 * What the confirmation must say on a durable medium besides what was bought and the right of withdrawal: the seller, the
 * liability for faults, and who settles disputes (directive 2011/83/EU, articles 6(1) and 8(7)). A link alone is none, for the
 * page behind it may change. The wording is for legal review (docs/operations.md).
 */
export function whoSells({ purchase }: RecordedOrder, { facts, publicUrl }: Desk): Part[] {
  const { company, email, bodies } = facts;
  const { street, postalCode, city, country } = company.address;
  const version = purchase.termsVersion;
  return [
    heading('Who sells, and when something is wrong'),
    `${company.name}, organisation number ${company.registrationNumber}, ${street}, ${postalCode} ${city}, ${country}. Telephone ${company.phone}, mail ${email.support}.`,
    'When what you bought is not as we described it, tell us: we mend it without charge. The Swedish Consumer Sales Act (2022:260) covers faults that show within three years.',
    `When we cannot agree, you can turn to ${bodies.disputes.name}, ${bodies.disputes.address}, ${bodies.disputes.url}`,
    `The terms of sale${version === null ? '' : ` that hold for this order are those of ${dayInWords(version)}`}: ${publicUrl}${paths.terms()}. If they change, yours stay, and we send them to you when you ask.`,
  ];
}
