/** The forms in which an answer may be held. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first. */
const known: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** Browsers send a handful of different lists; a bound, because anybody may send any other. */
const mostRemembered = 200;
const remembered = new Map<string, readonly Encoding[]>();

/** The best form that the client takes (RFC 9110 section 12.5.3); the plain one when it takes none of them. */
export function bestEncoding(accepted: string | undefined, held: readonly Encoding[]): Encoding {
  if (accepted === undefined || held.length === 1) return 'identity';
  let taken = remembered.get(accepted);
  if (!taken) {
    taken = takenBy(accepted);
    if (remembered.size < mostRemembered) remembered.set(accepted, taken);
  }
  return taken.find((encoding) => held.includes(encoding)) ?? 'identity';
}

/** What an `Accept-Encoding` takes, what it likes best first, and of what it likes as much the smallest. */
function takenBy(accepted: string): Encoding[] {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
      return [name === 'x-gzip' ? 'gzip' : name, Number(weight)] as const;
    }),
  );
  // What is not named is not wanted, but for the plain form, which is always fine unless it is refused.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  return known.filter((encoding) => weightOf(encoding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
}
