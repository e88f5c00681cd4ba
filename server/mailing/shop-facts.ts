import { site } from '#shared/site.ts';

/** What letters say of the shop itself. */
export interface ShopFacts {
  /** As it signs. */
  name: string;
  company: string;
  supportEmail: string;
}

export const shopFacts = (): ShopFacts => ({
  name: site.name,
  company: site.company,
  supportEmail: site.email.support,
});
