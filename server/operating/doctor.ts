// The doctor: a health check of everything the site depends on, with advice.

import { openAttention } from '#server/buying/attention.ts';
import { futureFacts } from '#server/buying/payment-facts.ts';
import { lastReconciliation } from '#server/buying/reconciliations.ts';
import { unpaidWithdrawals } from '#server/buying/withdrawals.ts';
import { later } from '#server/moments.ts';
import type { AttentionReason } from '#shared/attention-reasons.ts';
import { dayAfter } from '#shared/day-after.ts';
import { shopDay } from '#shared/shop-day.ts';
import { shopMoment } from '#shared/shop-days.ts';
import { space } from './disk-space.ts';
import { mailChecks } from './doctor-mail.ts';
import { setUpChecks } from './doctor-set-up.ts';
import { webhookDelayMs, webhookFinding } from './doctor-webhook.ts';
import { type Check, check, type DoctorNeeds, ok, warning, wrong } from './finding.ts';

/** Clock skew at which signatures and tokens are at risk, in seconds: Stripe's tolerance is 300. */
const skew = { warning: 30, wrong: 120 } as const;

/** How long the money of a withdrawal may take (directive 2011/83/EU, article 13), in days. */
const refundWithinDays = 14;

/** The reconciler runs every hour; its last complete run may be this old, in milliseconds, as for the alert. */
const reconciledWithinMs = 3 * 60 * 60 * 1000;

const damagedFile = 'Stop the site and restore the newest whole backup.';
const unsound =
  'As its owner run REINDEX INDEX for an index, ALTER TABLE … VALIDATE CONSTRAINT for a constraint.';

/** All health checks. The configuration itself is checked before, by the caller. */
export function doctorsChecks(needs: DoctorNeeds): Check[] {
  const { ledger, probes, clock, payments } = needs;
  // One request serves three checks, so that an outage is waited for only once.
  let answer: Promise<{ theirs: Date | null; ours: Date }> | undefined;
  const asked = () => {
    answer ??= probes.paymentApi().then((theirs) => ({ theirs, ours: clock() }));
    return answer;
  };
  const countOpen = async (about: AttentionReason) =>
    (await ledger.read(openAttention)).filter(({ reason }) => reason === about).length;
  return [
    check('database', 'See that it answers and that this user may read it, and look again.', async () => {
      const { faults, migrations, purchases, bytes } = await ledger.inspect();
      if (faults.length > 0)
        return wrong(faults.join('; '), needs.settings.databaseUrl === null ? damagedFile : unsound);
      if (migrations.join() !== needs.migrations.join()) {
        return wrong(
          `${migrations.length} migrations applied, ${needs.migrations.length} known`,
          'Start the site of this version once: it applies what is missing.',
        );
      }
      return ok(`whole, ${purchases} purchases, ${(bytes / 1e6).toFixed(1)} MB`);
    }),
    check('disk space', 'See whether the disk is there and can be read.', async () => {
      const disk = await probes.disk();
      if (disk === null) return ok('the database server has its own');
      const { freeBytes, totalBytes } = disk;
      const found = `${(freeBytes / 1e9).toFixed(1)} of ${(totalBytes / 1e9).toFixed(1)} GB free`;
      const advice = 'Remove old backups, or give the data directory a larger disk. A full disk stops sales.';
      if (freeBytes < space.wrong) return wrong(found, advice);
      return freeBytes < space.warning ? warning(found, advice) : ok(found);
    }),
    check(
      'payment key',
      'See that STRIPE_SECRET_KEY is a current key and that the provider can be reached (its status page).',
      async () => {
        await asked();
        const missing = (await payments.rights()).filter(({ granted, setUpOnly }) => !granted && !setUpOnly);
        if (missing.length === 0) return ok('accepted');
        return wrong(
          `it lacks ${missing.map(({ right, neededFor }) => `"${right}" (${neededFor})`).join(', ')}`,
          "Give it the rights that it lacks: Stripe's dashboard, Developers > API keys. What stands in brackets does not work meanwhile.",
        );
      },
    ),
    check('clock', 'The clock is compared with the payment provider, which does not answer.', async () => {
      const { theirs, ours } = await asked();
      if (!theirs)
        return warning('the provider did not tell its time', 'Compare the clock with another one.');
      const seconds = Math.round((ours.getTime() - theirs.getTime()) / 1000);
      const found = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the payment provider`;
      const advice = 'Set the clock and keep it set (NTP): webhooks and tokens are refused when it is off.';
      if (Math.abs(seconds) >= skew.wrong) return wrong(found, advice);
      return Math.abs(seconds) >= skew.warning ? warning(found, advice) : ok(found);
    }),
    check('stored times', 'The database does not answer.', async () => {
      const now = (await asked().catch(() => null))?.theirs ?? clock();
      const payments = await ledger.read(() => futureFacts(later(now, webhookDelayMs)));
      if (payments.length === 0) return ok('none of the future');
      return wrong(
        `refunds or disputes of ${payments.length} payments are dated in the future`,
        'The clock was ahead. Set it right, and run "reconcile": it reads them anew.',
      );
    }),
    check(
      'identity keys',
      'See that COGNITO_USER_POOL_ID is right and that the service can be reached. Nobody new can sign in meanwhile.',
      async () => {
        const keys = await probes.identityKeys();
        return keys > 0
          ? ok(`${keys} published`)
          : wrong('none published', 'See whether the user pool exists.');
      },
    ),
    check('webhook', 'The provider has to be asked which events it made, and does not answer.', () =>
      webhookFinding(needs),
    ),
    check('reconciler', 'The database does not answer.', async () => {
      const { finishedAt } = await ledger.read(() => lastReconciliation(clock()));
      if (finishedAt === null) return ok('no complete run yet');
      const found = `its last complete run ended ${shopMoment(finishedAt)}`;
      if (clock().getTime() - finishedAt.getTime() <= reconciledWithinMs) return ok(found);
      return warning(
        found,
        'Payments whose webhook was lost stay lost until it runs. See that a site is running, and in its log why it cannot reconcile.',
      );
    }),
    check('open questions', 'The database does not answer.', async () => {
      const open = await ledger.read(openAttention);
      if (open.length === 0) return ok('none');
      return warning(
        `${open.length} ${open.length === 1 ? 'question waits' : 'questions wait'} for a decision`,
        '"orders attention" lists them.',
      );
    }),
    check('withdrawals', 'The database does not answer.', async () => {
      const [oldest, ...more] = await ledger.read(unpaidWithdrawals);
      if (oldest === undefined) return ok('none to be paid back');
      const due = dayAfter(shopDay(oldest), refundWithinDays);
      return (due < shopDay(clock()) ? wrong : warning)(
        `${more.length + 1} to be paid back, the first by ${due}`,
        'The law gives 14 days: "orders refund cs_… --withdrawn --reason …"; "orders attention" lists them.',
      );
    }),
    check('paid twice', 'The database does not answer.', async () => {
      const twice = await countOpen('paid_twice');
      if (twice === 0) return ok('nothing');
      return warning(
        `${twice} ${twice === 1 ? 'order was' : 'orders were'} paid for by another as well`,
        '"orders refund cs_… --reason …" gives its payment back; "orders attention" lists them.',
      );
    }),
    check('fraud warnings', 'The database does not answer.', async () => {
      const warned = await countOpen('early_fraud_warning');
      if (warned === 0) return ok('none');
      return warning(
        `${warned} ${warned === 1 ? 'payment is' : 'payments are'} called fraudulent by a bank`,
        'Decide within a day or two: "orders refund cs_… --reason …" mostly spares the dispute, "orders resolve" closes one of a buyer you know; "orders attention" lists them.',
      );
    }),
    ...mailChecks(needs),
    check('downloads', 'See that DOWNLOADS_DIR can be read.', async () => {
      const missing = await probes.missingDownloads();
      if (missing.length === 0) return ok('all there');
      return warning(
        `missing: ${missing.join(', ')}`,
        'Put the files into DOWNLOADS_DIR; backers may fetch them.',
      );
    }),
    ...setUpChecks(needs),
  ];
}
