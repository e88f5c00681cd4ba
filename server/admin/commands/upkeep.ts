// The commands `reconcile` and `doctor`.

import { ConfigurationError } from '#server/config/check-settings.ts';
import { isPassingFault } from '#server/ledger/ledger.ts';
import { doctorsChecks } from '#server/operating/doctor.ts';
import { periodOf } from '#server/operating/figures.ts';
import { type Finding, runChecks } from '#server/operating/finding.ts';
import { reconcileNow } from '#server/operating/upkeep.ts';
import { linksCheck } from '#server/operating/visit-links.ts';
import { machineFaultText, SetUpFault } from '#server/set-up-fault.ts';
import { command, flag, option } from '../command.ts';
import { facts, moment } from '../display.ts';
import type { Tools } from '../tools.ts';

export const upkeepCommands = [
  command('reconcile', 'take in what the payment provider knows and this database does not', {
    options: {
      since: option(
        '<day>',
        'how far to look back; by default to the last complete run, or 30 days where there was none. Events can be read for 30 days; before that, orders, refunds and disputes are found as they are now',
      ),
      dryRun: flag('look and count, change nothing'),
    },
    async run(tools, { since, dryRun }) {
      const needs = await tools.needs();
      const from = since === undefined ? null : periodOf(since, undefined, tools.clock()).from;
      return reconcileNow(needs, {
        ...(from && { since: from }),
        ...(dryRun && { dryRun }),
        onProgress({ events, sessions, facts: found }) {
          const seen = events.seen + sessions.seen + found.seen;
          if (seen % 100 === 0) tools.note(`Looked at ${seen}.`);
        },
      });
    },
    text: ({ since, events, sessions, facts: found, papers, purchases, failed }, { dryRun }) =>
      facts([
        ['since', moment(since)],
        ['events', `${events.seen} looked at, ${events.missing} had not arrived`],
        ['sessions', `${sessions.seen} looked at, ${sessions.missing} paid without a purchase`],
        ['refunds, disputes', `${found.seen} looked at, ${found.news} told something new`],
        [
          'VAT and invoices',
          papers.missing === 0
            ? null
            : `${papers.missing} purchases lacked them, ${papers.added} have them now`,
        ],
        [dryRun ? 'purchases missing' : 'purchases brought in', purchases.join(', ') || 'none'],
        ['failed', failed === 0 ? null : `${failed}, tried again by the next run`],
      ]),
    failed: ({ failed }) => failed > 0,
  }),
  command('doctor', 'look over everything the site depends on, and say what to do', {
    options: { links: flag("visit the links of the company's facts as well (SITE_FILE)") },
    run: doctor,
    text: (findings) => findings.map(sayFinding).join(''),
    failed: (findings) => findings.some(({ verdict }) => verdict === 'wrong'),
  }),
];

async function doctor(tools: Tools, { links }: { links: true | undefined }): Promise<Finding[]> {
  const first = configuration(tools);
  if (first.verdict === 'wrong') return [first];
  const steps = tools.steps();
  try {
    const { needs, config: settings, probes, migrations, paymentSetUp: payments } = await tools.work();
    const checks = doctorsChecks({ ...needs, probes, migrations, payments, settings });
    if (links) checks.push(linksCheck(settings.facts, probes));
    return [first, ...(await runChecks(checks, steps.begin))];
  } catch (error) {
    return [first, { check: 'database', verdict: 'wrong', ...whyNotOpened(error) }];
  } finally {
    steps.end();
  }
}

/** Faults of the set-up and of the machine say themselves what to do. */
function whyNotOpened(error: unknown): Pick<Finding, 'found' | 'advice'> {
  if (error instanceof SetUpFault) return { found: error.message, advice: '' };
  const known = machineFaultText(error);
  if (known !== null) return { found: known, advice: '' };
  const advice = isPassingFault(error)
    ? 'Wait a moment and try again.'
    : 'See that DATABASE_FILE (or DATABASE_URL) is right and can be written.';
  return { found: (error as Error).message, advice };
}

function sayFinding({ check, verdict, found, advice }: Finding): string {
  const sign = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' }[verdict];
  return `${sign}  ${check}: ${found}${advice ? `\n         ${advice}` : ''}\n`;
}

function configuration(tools: Tools): Finding {
  try {
    const { publicUrl, stripe, warnings } = tools.config();
    const mode = stripe.testMode ? 'test payments' : 'real payments';
    const found = `complete, ${publicUrl}, ${mode}`;
    const verdict = warnings.length === 0 ? 'ok' : 'warning';
    return { check: 'configuration', verdict, found, advice: warnings.join('; ') };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const advice = 'Set what is named; docs/settings.md lists every setting. Nothing else was looked at.';
    return { check: 'configuration', verdict: 'wrong', found: error.faults.join('; '), advice };
  }
}
