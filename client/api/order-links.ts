import type { OrderLinksRequest } from '#shared/api/orders.ts';
import * as endpoints from '#shared/endpoints.ts';
import { call } from './http.ts';

/**
 * Has the links of an address's orders mailed to it, if it has any.
 * @throws {ApiProblem} among others `invalid_email`, and `service_unavailable` when the shop sends no mail
 */
export async function mailOrderLinks(request: OrderLinksRequest): Promise<void> {
  await call(endpoints.mailOrderLinks, { body: request });
}
