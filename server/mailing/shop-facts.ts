// What letters say of the shop itself.

import type { Facts } from '#shared/api/facts.ts';
import { site } from '#shared/site.ts';

/** What letters say of the shop itself. */
export interface ShopFacts {
  /** As it signs. */
  name: string;
  company: string;
  supportEmail: string;
}

export const shopFacts = ({ company, email }: Facts): ShopFacts => ({
  name: site.name,
  company: company.name,
  supportEmail: email.support,
});
