import { z } from 'zod';

/**
 * What a buyer is told of an order. `processing`: the buyer has done their part, the money is not here yet.
 * `unpaid`: the payment page is still open, or the payment failed. `expired`: the payment page closed unpaid.
 */
export const orderStatuses = ['paid', 'processing', 'unpaid', 'expired'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** `GET /api/orders/:checkoutSessionId`. */
export const orderSchema = z.object({
  status: z.enum(orderStatuses),
  products: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Masked, for example `a•••@example.com`: enough to recognise, useless to a stranger. */
  email: z.string().nullable(),
  /** What was charged or is to be charged, in öre. */
  totalOre: z.int(),
  currency: z.string(),
});
export type Order = z.infer<typeof orderSchema>;
