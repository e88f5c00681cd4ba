import { games } from './adventures.ts';
import type { Facts } from './api/facts.ts';
import { placeholderOf } from './fill-facts.ts';

/**
 * `#facts` outside of the browser: placeholders for the company's facts, used in everything that the build makes. In the
 * browser `client/facts.ts` provides the real facts.
 */
export const facts: Facts = {
  company: {
    ...placeholders('company', ['name', 'registrationNumber', 'vatNumber', 'phone']),
    address: placeholders('company.address', ['street', 'postalCode', 'city', 'country']),
  },
  email: placeholders('email', ['support', 'bugs', 'press', 'investors', 'jobs', 'privacy', 'security']),
  stores: placeholders('stores', ['android', 'ios']),
  links: placeholders('links', ['mainSite', 'merchandiseShop', 'communityChat', 'pledgeManager']),
  adventures: Object.fromEntries(
    games.map(({ id }) => [id, placeholders(`adventures.${id}`, ['link', 'video'])]),
  ),
  bodies: {
    consumerAuthority: placeholders('bodies.consumerAuthority', ['name', 'url']),
    disputes: placeholders('bodies.disputes', ['name', 'url', 'address']),
    accessibility: placeholders('bodies.accessibility', ['name', 'url']),
    dataProtection: placeholders('bodies.dataProtection', ['name', 'url']),
  },
};

function placeholders<Key extends string>(holder: string, keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, placeholderOf(`${holder}.${key}`)])) as Record<
    Key,
    string
  >;
}

/** The marks around what is only shown if a fact is set, for the server; empty in the browser. */
export { closing, opening } from './fill-facts.ts';
/** The site's own address, without a trailing slash: a placeholder as well. */
export { publicUrlPlaceholder as publicUrl } from './site.ts';
