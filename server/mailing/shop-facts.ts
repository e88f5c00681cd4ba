// The company's facts that letters use.

import type { Facts } from '#shared/api/facts.ts';
import { site } from '#shared/site.ts';

/** The company's facts that letters use. */
export interface ShopFacts {
  /** The name in the signature. */
  name: string;
  company: string;
  supportEmail: string;
}

export const shopFacts = ({ company, email }: Facts): ShopFacts => ({
  name: site.name,
  company: company.name,
  supportEmail: email.support,
});
