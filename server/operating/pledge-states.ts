// States of crowdfunding pledges: which are paid.

import type { FileFault, FileRow } from './table-file.ts';

/** Crowdfunding sites' names for paid and unpaid pledges. */
const paid = new Set(['collected', 'paid', 'successful', 'complete', 'completed', 'charged', 'fulfilled']);
const unpaid = new Set([
  ...['dropped', 'errored', 'failed', 'canceled', 'cancelled', 'refunded', 'unpaid', 'pending', 'declined'],
  ...['charge failed', 'payment failed', 'errored pledge', 'not paid', 'chargeback'],
]);

/** A backer list's lines by the state of their pledges. */
interface Pledges {
  /** Paid, or in a list without states. */
  rows: FileRow[];
  /** Not paid: nothing is unlocked for them. */
  unpaid: FileFault[];
  /** With an unknown state. */
  faults: FileFault[];
}

/**
 * Separates out unpaid pledges, which exports of crowdfunding sites include.
 * @param alsoPaid further names of the paid state, from the operator
 */
export function paidPledges(rows: readonly FileRow[], alsoPaid: readonly string[]): Pledges {
  const more = new Set(alsoPaid.map((state) => state.toLowerCase()));
  const pledges: Pledges = { rows: [], unpaid: [], faults: [] };
  for (const row of rows) {
    const { line } = row;
    const written = (row.cells['state'] ?? '').trim();
    const state = written.toLowerCase();
    if (state === '' ? !('state' in row.cells) : paid.has(state) || more.has(state)) pledges.rows.push(row);
    else if (unpaid.has(state)) pledges.unpaid.push({ line, reason: `the pledge is "${written}", not paid` });
    else
      pledges.faults.push({
        line,
        reason:
          state === ''
            ? 'there is no state of the pledge'
            : `unknown state of a pledge "${written}": say --paid-state "${written}", or name it on the operator's page, if it means that it was paid`,
      });
  }
  return pledges;
}
