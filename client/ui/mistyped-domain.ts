// Finds typing errors in the domains of large mail providers ("Did you mean …?").

/** An address whose domain is right below a public ending, as those of the providers are. */
const usualAddress = /^([^\s@]+)@([^\s@.]+)\.([a-z]{2,4}|com?\.[a-z]{2})$/;

/** Providers that many people have, and whether they have addresses below other endings than `.com`. */
const providers = { gmail: false, icloud: false, hotmail: true, outlook: true, yahoo: true } as const;

/** Endings that stand for a mistyped `.com` and that no domain has. */
const noEnding = /^(?:con|cmo|ocm|comm|coom|vom|xom|cim)$/;
/** Endings of countries, but not of these providers. */
const partOfCom = /^(?:co|cm|om)$/;

/**
 * The address that somebody probably meant who mistyped the domain of a large mail provider, or `null`. Only a question:
 * an address may be right however it looks. What becomes the address meant by typing on, as `anna@gmail.co` does, is not
 * mistyped.
 */
export function addressMeant(typed: string): string | null {
  const address = typed.trim().toLowerCase();
  const [, local, name, ending] = usualAddress.exec(address) ?? [];
  if (name === undefined || ending === undefined) return null;
  const meant = `${local}@${domainMeant(name, ending)}`;
  return meant.startsWith(address) ? null : meant;
}

function domainMeant(name: string, typedEnding: string): string {
  const ending = noEnding.test(typedEnding) ? 'com' : typedEnding;
  for (const [provider, hasOthers] of Object.entries(providers)) {
    if (!isNearly(name, provider)) continue;
    return `${provider}.${hasOthers && !partOfCom.test(ending) ? ending : 'com'}`;
  }
  return `${name}.${ending}`;
}

/**
 * One letter too many, too few or another, or all letters in another order. Never the first letter: that is where other
 * providers differ (`ymail.com`, `email.com`).
 */
function isNearly(typed: string, name: string): boolean {
  if (typed[0] !== name[0]) return false;
  if (sorted(typed) === sorted(name)) return true;
  let start = 0;
  while (start < typed.length && typed[start] === name[start]) start += 1;
  let end = 0;
  const shorter = Math.min(typed.length, name.length) - start;
  while (end < shorter && typed.at(-1 - end) === name.at(-1 - end)) end += 1;
  return Math.max(typed.length, name.length) - start - end <= 1;
}

const sorted = (text: string): string => [...text].sort().join('');
