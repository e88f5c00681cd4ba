import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '#server/config.ts';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { examine } from '#server/operating/doctor.ts';
import { periodOf } from '#server/operating/figures.ts';
import type { Finding } from '#server/operating/finding.ts';
import { backUp, noteRestored, reconcileNow } from '#server/operating/upkeep.ts';
import { visitLinks } from '#server/operating/visit-links.ts';
import { Refusal } from '#server/refusal.ts';
import { command, destructive, flag, option } from '../command.ts';
import { inspectDatabaseFile, isDatabaseInUse, replaceDatabase } from '../compose.ts';
import { facts, moment } from '../display.ts';
import type { Tools } from '../tools.ts';

const wholeAgain =
  'What was sold since the backup comes back by itself when the site starts, or with "reconcile".';

/** `reconcile`, `backup`, `verify`, `restore` and `doctor`. */
export const upkeepCommands = [
  command('reconcile', 'take in what the payment provider knows and this database does not', {
    options: {
      since: option('<day>', 'how far to look back; to the last complete run by default, 30 days at most'),
      dryRun: flag('look and count, change nothing'),
    },
    async run(tools, { since, dryRun }) {
      const needs = await tools.needs();
      const from = since === undefined ? null : periodOf(since, undefined, tools.clock()).from;
      const say = tools.progress('Looked at');
      return reconcileNow(needs, {
        ...(from && { since: from }),
        ...(dryRun && { dryRun }),
        onProgress({ events, sessions, facts: found }) {
          const seen = events.seen + sessions.seen + found.seen;
          if (seen % 100 === 0) say(seen, seen);
        },
      });
    },
    text: ({ since, events, sessions, facts: found, purchases, failed }, { dryRun }) =>
      facts([
        ['since', moment(since)],
        ['events', `${events.seen} looked at, ${events.missing} had not arrived`],
        ['sessions', `${sessions.seen} looked at, ${sessions.missing} paid without a purchase`],
        ['refunds, disputes', `${found.seen} looked at, ${found.news} told something new`],
        [dryRun ? 'purchases missing' : 'purchases brought in', purchases.join(', ') || 'none'],
        ['failed', failed === 0 ? null : `${failed}, tried again by the next run`],
      ]),
    failed: ({ failed }) => failed > 0,
  }),
  command(
    'backup <file>',
    'copy the database as it is now into a new file, and check the copy; the site may run',
    {
      async run(tools, { file }) {
        const needs = await tools.needs();
        return { file, ...(await backUp(needs, file, tools.progress('Copied pages'))) };
      },
      text: ({ file, ...report }) => `${file} is whole.\n${describe(report)}`,
    },
  ),
  command('verify <file>', 'check a backup, or any database file of the site', {
    run(_tools, { file }) {
      const report = inspected(file);
      return { file, whole: report.faults.length === 0, ...report };
    },
    text: ({ file, whole, ...report }) =>
      `${file} is ${whole ? 'whole' : 'not usable'}.\n${describe(report)}`,
    failed: ({ whole }) => !whole,
  }),
  command('restore <file>', 'put a backup in the place of the database; stop the site before', {
    options: {
      ...destructive,
      force: flag(
        'even while something has the database open: a running site goes on with the old one until it is restarted, and what it writes is lost',
      ),
    },
    run: restore,
    text: ({ restored, kept: _, ...report }) => `${restored} is restored.\n${describe(report)}`,
    notes: ({ kept }) => [...(kept ? [`The database before is kept as ${kept}.`] : []), wholeAgain],
  }),
  command('doctor', 'look over everything the site depends on, and say what to do', {
    options: { links: flag("visit the links of the company's facts as well (SITE_FILE)") },
    run: doctor,
    text: (findings) => findings.map(sayFinding).join(''),
    failed: (findings) => findings.some(({ verdict }) => verdict === 'wrong'),
  }),
];

async function restore(
  tools: Tools,
  { file, force }: { file: string; force: true | undefined },
): Promise<DatabaseReport & { restored: string; kept: string | null }> {
  const { databaseFile: target, databaseUrl } = tools.config();
  if (databaseUrl !== null) {
    throw new Refusal(
      'invalid_request',
      'The data is in PostgreSQL: restore it with pg_restore or psql (docs/postgresql.md).',
    );
  }
  const report = inspected(file);
  if (report.faults.length > 0) {
    throw new Refusal('invalid_request', `${file} is not usable: ${report.faults.join('; ')}`);
  }
  if (resolve(file) === resolve(target)) {
    throw new Refusal('invalid_request', `${file} is the database itself.`);
  }
  const exists = existsSync(target);
  if (exists && !force && isDatabaseInUse(target)) {
    throw new Refusal(
      'forbidden',
      `${target} is in use: stop the site first. --force restores all the same.`,
    );
  }
  if (exists) await tools.agree(`${file} takes the place of ${target}, which is kept beside it.`);
  const stamp = tools.clock().toISOString().replace(/\W/g, '').slice(0, 15);
  const kept = replaceDatabase(file, target, `before-restore-${stamp}`);
  await noteRestored(await tools.needs(), file);
  return { restored: target, kept, ...report };
}

async function doctor(tools: Tools, { links }: { links: true | undefined }): Promise<Finding[]> {
  const first = configuration(tools);
  if (first.verdict !== 'ok') return [first];
  try {
    const { needs, config, probes, migrations } = await tools.work();
    const findings = [first, ...(await examine({ ...needs, probes, migrations, mail: config.mail }))];
    return links ? [...findings, await visitLinks(tools.config().facts, probes)] : findings;
  } catch (error) {
    const advice =
      'See that DATABASE_FILE (or DATABASE_URL) is right and can be written; restore the newest whole backup if it is damaged.';
    return [first, { check: 'database', verdict: 'wrong', found: (error as Error).message, advice }];
  }
}

function sayFinding({ check, verdict, found, advice }: Finding): string {
  const sign = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' }[verdict];
  return `${sign}  ${check}: ${found}${advice ? `\n         ${advice}` : ''}\n`;
}

function configuration(tools: Tools): Finding {
  try {
    const { publicUrl, stripe } = tools.config();
    const mode = stripe.testMode ? 'test payments' : 'real payments';
    return { check: 'configuration', verdict: 'ok', found: `complete, ${publicUrl}, ${mode}`, advice: '' };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const advice = 'Set what is named; the README lists every setting. Nothing else was looked at.';
    return { check: 'configuration', verdict: 'wrong', found: error.faults.join('; '), advice };
  }
}

function inspected(file: string): DatabaseReport {
  if (!existsSync(file)) throw new Refusal('not_found', `There is no file ${file}.`);
  return inspectDatabaseFile(file);
}

function describe(report: DatabaseReport): string {
  return facts([
    ['faults', report.faults.join('; ')],
    ['size', `${(report.bytes / 1e6).toFixed(1)} MB`],
    ['migrations', report.migrations.at(-1) ?? ''],
    ['purchases', report.purchases],
    ['newest purchase', moment(report.newestPurchase)],
    ['grants', report.grants],
    ['codes', report.codes],
  ]);
}
