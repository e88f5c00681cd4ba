import { z } from 'zod';

/** The answer of `listProducts`: what the shop lists, in shelf order. Hidden products are in no list. */
export const productsSchema = z.object({
  products: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** New kinds may come. */
      type: z.enum(['game', 'bundle', 'expansion']),
      preOrder: z.boolean(),
      /** As HTML: paragraphs, emphasis and links, nothing else. */
      description: z.string(),
      /** In öre, VAT included. */
      priceOre: z.int(),
      /** ISO 4217 in lower case. */
      currency: z.string(),
      picture: z.object({
        url: z.url(),
        /** What is on it, for somebody who does not see it. */
        alt: z.string(),
      }),
      /** Its page in the shop. */
      page: z.url(),
      /** The adventure ids that a buyer owns then. */
      unlocks: z.array(z.string()),
      /** Ids of products one of which should be owned as well; empty where it stands alone. */
      needs: z.array(z.string()),
      /** The day on which all of it is out, `YYYY-MM-DD` in Stockholm; `null` for what is out. */
      releasesOn: z.iso.date().nullable(),
    }),
  ),
});
export type Products = z.infer<typeof productsSchema>;
