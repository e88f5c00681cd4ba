// Rate limit of the log: so many lines of each kind per window, and a count of those left out.

/** Most lines of a kind in a window: 50 a second, in bursts of up to 500. A line has about 250 bytes. */
export const lineBudget = { lines: 500, windowMs: 10_000 } as const;

/** Kinds come from the code and from closed sets; if there are ever more, all others count as one. */
const mostKinds = 1000;

/**
 * Stops one kind of line, such as the 404s of a scanner, from filling the disk that the shop needs, and from hiding other
 * lines.
 * @param report called at the end of a window for each kind of which lines were left out, with their number
 * @returns whether one more line of a kind may be written
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
