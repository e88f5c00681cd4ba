// Rate limit of the log: so many lines of each budget per window, and a count of those left out.

/** Most lines of a budget in a window: 50 a second, in bursts of up to 500. A line has about 250 bytes. */
export const lineBudget = { lines: 500, windowMs: 10_000 } as const;

/** Kinds come from the code and from closed sets; if there are ever more, all others count as one. */
const mostKinds = 1000;

/**
 * Stops one kind of line, such as a chatty warning, from filling the disk that the shop needs, and from hiding other lines.
 * Each kind has a budget, or shares one with others where a stranger could cause them all. Once a shared one is used up, the
 * first line of each kind is still written, so that none is hidden by the others.
 * @param report called at the end of a window for each budget of which lines were left out, with their number
 * @returns whether one more line of a kind may be written, out of its own budget or the named one
 */
export function createLineBudget(
  report: (budget: string, leftOut: number) => void,
  { lines, windowMs }: { lines: number; windowMs: number } = lineBudget,
): (kind: string, budget?: string) => boolean {
  let counts = new Map<string, { asked: number; leftOut: number }>();
  const turn = () => {
    const before = counts;
    counts = new Map();
    for (const [name, { leftOut }] of before) if (leftOut > 0) report(name, leftOut);
  };
  const countOf = (name: string) => {
    const counted = counts.has(name) || counts.size < mostKinds ? name : '(others)';
    const count = counts.get(counted) ?? { asked: 0, leftOut: 0 };
    counts.set(counted, count);
    count.asked += 1;
    return count;
  };
  setInterval(turn, windowMs).unref();
  return (kind, budget = kind) => {
    const ofKind = countOf(kind);
    const ofBudget = budget === kind ? ofKind : countOf(budget);
    const may = ofBudget.asked <= lines || ofKind.asked === 1;
    if (!may) ofBudget.leftOut += 1;
    return may;
  };
}
