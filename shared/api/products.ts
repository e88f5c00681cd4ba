import { z } from 'zod';

/** The answer of `listProducts`: the products for sale, in the shop's order. Hidden and discontinued ones are never listed. */
export const productsSchema = z.object({
  products: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** New kinds may be added. */
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
        /** The cover's alternative text. */
        alt: z.string(),
      }),
      /** Its page in the shop. */
      page: z.url(),
      /** The adventure ids that the product unlocks. */
      unlocks: z.array(z.string()),
      /** Ids of products of which one should be owned as well; empty if it needs none. */
      needs: z.array(z.string()),
      /** The day on which all of it is released, `YYYY-MM-DD` in Stockholm; `null` if it is out. */
      releasesOn: z.iso.date().nullable(),
    }),
  ),
});
export type Products = z.infer<typeof productsSchema>;
