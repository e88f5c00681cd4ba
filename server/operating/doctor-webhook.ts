// The doctor's check of the webhook: whether the payment provider's events are delivered.

import { whoBrought } from '#server/buying/webhook-events.ts';
import { eachOf } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import { type DoctorNeeds, type Finding, ok, warning, wrong } from './finding.ts';

/** After what time an undelivered event counts as missing, and how far back to look, in milliseconds. */
export const webhookDelayMs = 15 * 60 * 1000;
/** After what time an event that did not arrive is worth a word: one that arrives takes seconds. */
const usualMs = 60 * 1000;
const webhookWindowMs = 3 * dayMs;
/** With fewer events, none of which was delivered, the site may just have been down for a while. */
const fewestToJudge = 3;

const whyItFails =
  'see at the provider why the webhook fails: its address, its signing secret (STRIPE_WEBHOOK_SECRET), the proxy.';

const comingText = 'the newest event is younger than a minute and not here yet: look again in a minute';

/**
 * A webhook that fails is told by who brought the events: the reconciler soon finds what it did not deliver. After a
 * time when the site was down that is as it should be, until the next event.
 */
export async function webhookFinding({
  ledger,
  probes,
  clock,
}: DoctorNeeds): Promise<Omit<Finding, 'check'>> {
  const now = clock();
  const until = earlier(now, webhookDelayMs);
  const due = await probes.recentEventIds(earlier(until, webhookWindowMs), until);
  // Who has just sold for the first time, or set another secret, looks whether the webhook works. What it has not
  // brought within a minute is late, which is worth a word; before that it is on its way.
  const usual = earlier(now, usualMs);
  const young = await probes.recentEventIds(usual, now);
  const late = await probes.recentEventIds(until, usual);
  const bringersOf = (ids: readonly string[]) => ledger.read(() => eachOf(ids, whoBrought));
  // The newest first.
  const youngest = await bringersOf(young);
  const recent = [...youngest.filter((by) => by === 'webhook'), ...(await bringersOf(late))];
  // What the reconciler has fetched is here, and was not delivered: whoever has just run it must not take that for mended.
  const bringers = [...recent.filter((by) => by !== null), ...(await bringersOf(due))];
  const isLate = recent[0] === null;
  // Whoever looks right after a sale must not take it for a webhook that works.
  const coming = youngest[0] === null ? [comingText] : [];
  if (bringers.length === 0 && !isLate) return ok(coming[0] ?? 'no events in the last three days');
  const of = `of ${bringers.length} events of the last three days`;
  const missing = bringers.filter((by) => by === null).length;
  if (missing > 0)
    return wrong(`${missing} ${of} never arrived`, `Run "reconcile" to take them in now. Then ${whyItFails}`);
  const delivered = bringers.filter((by) => by === 'webhook').length;
  if (bringers[0] === 'webhook' && !isLate) return ok([`all ${of} arrived`, ...coming].join('; '));
  const found = `${bringers.length - delivered} ${of}, the newest among them, were not delivered: the reconciler found them`;
  const advice = `If the site was down at that time, nothing is to be done. Otherwise ${whyItFails}`;
  if (delivered === 0 && bringers.length >= fewestToJudge) return wrong(found, advice);
  if (!isLate) return warning(found, advice);
  return warning(
    'the newest event is older than a minute and has not arrived',
    `If it does not arrive in the next minutes, ${whyItFails}`,
  );
}
