// The log's budget: so many lines of each kind in a while, and how many were left out.

/** Most lines of a kind in a window: 50 a second, in bursts of up to 500. A line has about 250 bytes. */
export const lineBudget = { lines: 500, windowMs: 10_000 } as const;

/** Kinds are told apart by what the code says and by closed sets; should there be more, they count as one. */
const mostKinds = 1000;

/**
 * Keeps one kind of line, such as the 404s of a scanner, from filling the disk that the shop sells from, and from hiding
 * the others.
 * @param report told at the end of a window of each kind of which lines were left out, and of how many
 * @returns whether there is room for one more line of a kind
 */
export function createLineBudget(
  report: (kind: string, leftOut: number) => void,
  { lines, windowMs }: { lines: number; windowMs: number } = lineBudget,
): (kind: string) => boolean {
  let counts = new Map<string, number>();
  const turn = () => {
    const before = counts;
    counts = new Map();
    for (const [kind, count] of before) if (count > lines) report(kind, count - lines);
  };
  setInterval(turn, windowMs).unref();
  return (kind) => {
    const counted = counts.has(kind) || counts.size < mostKinds ? kind : '(others)';
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    return count <= lines;
  };
}
