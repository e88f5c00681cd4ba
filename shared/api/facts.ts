import { z } from 'zod';

/**
 * The facts of the company that runs the shop, and its links elsewhere. The operator sets them in the file that
 * `SITE_FILE` names (docs/operations.md, "The company's facts"); the code and built files contain none of them.
 */

const text = z.string().trim().min(1, 'expected a text');
const link = z.url({ protocol: /^https$/, error: 'expected an https:// address' });
const email = z.email({ error: 'expected a mail address' });
const onHost = (host: string) =>
  link.refine((url) => url.startsWith(`https://${host}/`), `expected an address on https://${host}/`);

/** An authority or dispute settlement body, with its link. */
const body = z.strictObject({ name: text, url: link });

export const factsSchema = z.strictObject({
  company: z.strictObject({
    /** As it is registered, with its legal form. */
    name: text,
    /** The organisation number. */
    registrationNumber: text,
    /** `null` for a company that is not registered for VAT. */
    vatNumber: z
      .string()
      .regex(/^[A-Z]{2}[A-Z0-9]{2,12}$/, 'expected a VAT number with its country, such as SE556000000001')
      .nullable(),
    /** The law asks for one beside the mail address (directive 2011/83/EU, article 6(1)(c)). */
    phone: z.string().regex(/^\+[\d ]{7,20}$/, 'expected a number with its country, such as +46 8 000 00 00'),
    address: z.strictObject({ street: text, postalCode: text, city: text, country: text }),
  }),
  /** Addresses that are left out default to `support`. */
  email: z.strictObject({
    support: email,
    bugs: email,
    press: email,
    investors: email,
    jobs: email,
    privacy: email,
    security: email,
  }),
  /** The app in the two stores; `null` if it is not there. */
  stores: z.strictObject({
    android: onHost('play.google.com').nullable(),
    ios: onHost('apps.apple.com').nullable(),
  }),
  /** `null` for links that do not exist, which are then not shown. */
  links: z.strictObject({
    /** The company's main site, behind "BACK TO MAIN SITE". */
    mainSite: link.nullable(),
    merchandiseShop: link.nullable(),
    communityChat: link.nullable(),
    pledgeManager: link.nullable(),
  }),
  /** By the adventure's id: the link of its button when it is not sold here, and its video's id. */
  adventures: z.record(
    z.string(),
    z.strictObject({
      link: link.nullable(),
      video: z
        .string()
        .regex(/^[\w-]{11}$/, 'expected the 11 characters of a video id')
        .nullable(),
    }),
  ),
  /** Authorities that a buyer can turn to. */
  bodies: z.strictObject({
    consumerAuthority: body,
    disputes: body.extend({ address: text }),
    accessibility: body,
    dataProtection: body,
  }),
});
export type Facts = z.infer<typeof factsSchema>;
