// States of crowdfunding pledges: which are paid.

import type { FileFault, FileRow } from './table-file.ts';

/** What crowdfunding sites call a pledge whose money has arrived, and one whose money has not. */
const paid = new Set(['collected', 'paid', 'successful', 'complete', 'completed', 'charged', 'fulfilled']);
const unpaid = new Set([
  ...['dropped', 'errored', 'failed', 'canceled', 'cancelled', 'refunded', 'unpaid', 'pending', 'declined'],
  ...['charge failed', 'payment failed', 'errored pledge', 'not paid', 'chargeback'],
]);

/** The lines of a list of backers by what became of their pledges. */
export interface Pledges {
  /** Paid for, or in a list that says nothing of it. */
  rows: FileRow[];
  /** Not paid for: nothing is unlocked for them. */
  unpaid: FileFault[];
  /** Of a state that nobody has heard of. */
  faults: FileFault[];
}

/**
 * Takes out who has not paid: exports of crowdfunding sites name them beside the others.
 * @param alsoPaid further names of paid pledges, as the operator says
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
