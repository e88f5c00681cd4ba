import { z } from 'zod';

/** The answer of `listProducts`: the products for sale, in the shop's order. Hidden and discontinued ones are never listed. */
export const productsSchema = z.object({
  products: z.array(
    z.object({
      id: z.string().describe('The id of a product, not of an adventure.'),
      title: z.string().describe('As plain text.'),
      type: z.enum(['game', 'bundle', 'expansion']).describe('New kinds may be added.'),
      preOrder: z
        .boolean()
        .describe('Whether the shop marks it as a pre-order; `releasesOn` says if it is still to come.'),
      description: z.string().describe('As HTML: paragraphs, emphasis and links, nothing else.'),
      priceOre: z.int().describe('In öre, VAT included.'),
      currency: z.string().describe('ISO 4217 in lower case.'),
      picture: z.object({
        url: z.url().describe('The cover.'),
        alt: z.string().describe("The cover's alternative text."),
      }),
      page: z.url().describe('Its page in the shop.'),
      unlocks: z.array(z.string()).describe('The adventure ids that the product unlocks.'),
      needs: z
        .array(z.string())
        .describe('Ids of products of which one should be owned as well; empty if it needs none.'),
      releasesOn: z.iso
        .date()
        .nullable()
        .describe('The day on which all of it is released, `YYYY-MM-DD` in Stockholm; `null` if it is out.'),
    }),
  ),
});
export type Products = z.infer<typeof productsSchema>;
