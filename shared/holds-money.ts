// When the shop has the money of an order.

import type { OrderStatus } from './api/orders.ts';

/** Whether the shop has the money of an order, at least a part of it, and nobody disputes it. */
export const holdsMoney = (status: OrderStatus): boolean => status === 'paid' || status === 'partly_refunded';
