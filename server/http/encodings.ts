// Content negotiation by Accept-Encoding: brotli, gzip or neither.

/** Content encodings in which a file may be cached. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first. */
export const allEncodings: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** Browsers send only a handful of different lists; bounded, because anybody may send any other. */
const mostCached = 200;
const cache = new Map<string, readonly Encoding[]>();

/**
 * Content negotiation by `Accept-Encoding` (RFC 9110 section 12.5.3): the best encoding that the client accepts, or
 * uncompressed when it accepts none.
 */
export function bestEncoding(accepted: string | undefined, available: readonly Encoding[]): Encoding {
  if (accepted === undefined || available.length === 1) return 'identity';
  let taken = cache.get(accepted);
  if (!taken) {
    taken = takenBy(accepted);
    if (cache.size < mostCached) cache.set(accepted, taken);
  }
  return taken.find((encoding) => available.includes(encoding)) ?? 'identity';
}

/** The encodings that an `Accept-Encoding` accepts, by preference, and then by size. */
function takenBy(accepted: string): Encoding[] {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
      return [name === 'x-gzip' ? 'gzip' : name, Number(weight)] as const;
    }),
  );
  // Encodings that are not named are not accepted. Uncompressed is what is sent where nothing is.
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  return allEncodings
    .filter((encoding) => weightOf(encoding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
}
