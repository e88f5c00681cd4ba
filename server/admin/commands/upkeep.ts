import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ConfigurationError } from '#server/config.ts';
import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { examine, type Finding } from '#server/operating/doctor.ts';
import { periodOf } from '#server/operating/figures.ts';
import { backUp, noteRestored, reconcileNow } from '#server/operating/upkeep.ts';
import { Refusal } from '#server/refusal.ts';
import { databaseFiles } from '../compose.ts';
import { facts, moment } from '../display.ts';
import { destructive, does, exitCodes, leaf, type Session, type Tools } from '../tools.ts';

/** `reconcile`, `backup`, `restore`, `verify` and `doctor`. */
export function upkeepCommands(program: Command, session: Session): void {
  does<{ since?: string; dryRun?: true }>(
    session,
    leaf(program, 'reconcile', 'take in what the payment provider knows and this database does not')
      .option('--since <day>', 'how far to look back; to the last complete run by default, 30 days at most')
      .option('--dry-run', 'look and count, change nothing'),
    async (tools, _args, { since, dryRun }) => {
      const { needs } = await tools.work();
      const from = since === undefined ? null : periodOf(since, undefined, tools.clock()).from;
      const say = tools.progress('Looked at');
      const result = await reconcileNow(needs, {
        ...(from && { since: from }),
        ...(dryRun && { dryRun }),
        onProgress: ({ events, sessions, facts: found }) => {
          const seen = events.seen + sessions.seen + found.seen;
          if (seen % 100 === 0) say(seen, seen);
        },
      });
      const { purchases, failed } = result;
      tools.show(
        result,
        facts([
          ['since', moment(result.since)],
          ['events', `${result.events.seen} looked at, ${result.events.missing} had not arrived`],
          [
            'sessions',
            `${result.sessions.seen} looked at, ${result.sessions.missing} paid without a purchase`,
          ],
          ['refunds, disputes', `${result.facts.seen} looked at, ${result.facts.news} told something new`],
          [dryRun ? 'purchases missing' : 'purchases brought in', purchases.join(', ') || 'none'],
          ['failed', failed === 0 ? null : `${failed}, tried again by the next run`],
        ]),
      );
      return failed > 0 ? exitCodes.failed : exitCodes.done;
    },
  );

  does(
    session,
    leaf(
      program,
      'backup <file>',
      'copy the database as it is now into a new file, and check the copy; the site may run',
    ),
    async (tools, [file = '']) => {
      const { needs } = await tools.work();
      if (existsSync(file))
        throw new Refusal('invalid_request', `${file} exists already. Name a file that does not.`);
      const report = await backUp(needs, file, tools.progress('Copied pages'));
      tools.show({ file, ...report }, `${file} is whole.\n${describe(report)}`);
    },
  );

  does(
    session,
    leaf(program, 'verify <file>', 'check a backup, or any database file of the site'),
    (tools, [file = '']) => {
      const report = inspected(file);
      const whole = report.faults.length === 0;
      tools.show(
        { file, whole, ...report },
        `${file} is ${whole ? 'whole' : 'not usable'}.\n${describe(report)}`,
      );
      return whole ? exitCodes.done : exitCodes.failed;
    },
  );

  does<{ force?: true }>(
    session,
    destructive(
      leaf(program, 'restore <file>', 'put a backup in the place of the database; stop the site before'),
    ).option(
      '--force',
      'even while something has the database open: a running site goes on with the old one until it is restarted, and what it writes is lost',
    ),
    restore,
  );

  does(
    session,
    leaf(program, 'doctor', 'look over everything the site depends on, and say what to do'),
    doctor,
  );
}

async function restore(tools: Tools, [file = '']: string[], { force }: { force?: true }): Promise<void> {
  if (tools.config().databaseUrl !== null) {
    throw new Refusal(
      'invalid_request',
      'The data is in PostgreSQL: restore it with pg_restore or psql (docs/postgresql.md).',
    );
  }
  const target = tools.config().databaseFile;
  const report = inspected(file);
  if (report.faults.length > 0) {
    throw new Refusal('invalid_request', `${file} is not usable: ${report.faults.join('; ')}`);
  }
  if (resolve(file) === resolve(target))
    throw new Refusal('invalid_request', `${file} is the database itself.`);
  const exists = existsSync(target);
  if (exists && !force && databaseFiles.isInUse(target)) {
    throw new Refusal(
      'forbidden',
      `${target} is in use: stop the site first. --force restores all the same.`,
    );
  }
  if (exists) await tools.agree(`${file} takes the place of ${target}, which is kept beside it.`);
  const stamp = tools.clock().toISOString().replace(/\W/g, '').slice(0, 15);
  const kept = databaseFiles.replace(file, target, `before-restore-${stamp}`);
  await noteRestored((await tools.work()).needs, file);
  tools.show({ restored: target, kept, ...report }, `${target} is restored.\n${describe(report)}`);
  if (kept) tools.note(`The database before is kept as ${kept}.`);
  tools.note(
    'What was sold since the backup comes back by itself when the site starts, or with "reconcile".',
  );
}

async function doctor(tools: Tools): Promise<number> {
  const findings = [configuration(tools)];
  if (findings.every(({ verdict }) => verdict === 'ok')) {
    try {
      const { needs, probes, migrations } = await tools.work();
      findings.push(...(await examine({ ...needs, probes, migrations })));
    } catch (error) {
      findings.push({
        check: 'database',
        verdict: 'wrong',
        found: (error as Error).message,
        advice:
          'See that DATABASE_FILE (or DATABASE_URL) is right and can be written; restore the newest whole backup if it is damaged.',
      });
    }
  }
  const signs = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' };
  const lines = findings.map(
    ({ check, verdict, found, advice }) =>
      `${signs[verdict]}  ${check}: ${found}${advice ? `\n         ${advice}` : ''}\n`,
  );
  tools.show(findings, lines.join(''));
  return findings.some(({ verdict }) => verdict === 'wrong') ? exitCodes.failed : exitCodes.done;
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
  return databaseFiles.inspect(file);
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
