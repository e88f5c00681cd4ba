import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { installOwnPackages } from './own-packages.ts';

/**
 * `npm test`: format, lint and types, the build with its byte budgets, unit and API tests, browser tests: the one nearest to
 * each rule, in three to six minutes. `npm run test:all` adds the files named `….thorough.…` and the browser tests tagged
 * `@thorough` (storms, kills, outages, every variation of a screen) and plays more random stories. Closes with the tests that
 * failed and the counts of all. One after the other: each has work for two cores, and side by side they take a fifth longer.
 * Everything runs on the pinned Node, whatever Node npm itself runs on.
 */

const isThorough = process.argv.includes('--all');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const unitReport = 'test-results/unit.json';
const browserReport = 'test-results/e2e.json';

/** Runs a program with its output where this one's goes. @returns whether it succeeded */
async function run(title: string, command: string, ...args: string[]): Promise<boolean> {
  console.log(`\n— ${title}\n`);
  const [status] = await once(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
  return status === 0;
}

interface Report extends Counts {
  /** Each test that failed, by its file and name, with what it said. */
  failures: string[];
}

const firstLines = (message = '') => message.split('\n').slice(0, 12).join('\n    ');

function unitTests(): Report {
  const report = JSON.parse(readFileSync(unitReport, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}\n    ${firstLines(message)}`];
    return failed.map(
      ({ fullName, failureMessages: [first] }) => `${file} › ${fullName}\n    ${firstLines(first)}`,
    );
  });
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, failures.length),
    skipped: report.numPendingTests,
    failures,
  };
}

/** What a run has reported; one that broke off has written nothing, and counts as a failure. */
function reportOf(file: string, read: () => Report): Report {
  if (existsSync(file)) return read();
  return {
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [`${file} was not written: see above why the run broke off`],
  };
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs: { file: string; title: string; ok: boolean }[];
}

function browserTests(): Report {
  const { stats, suites } = JSON.parse(readFileSync(browserReport, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: BrowserSuite[];
  };
  const failuresIn = (suite: BrowserSuite): string[] => [
    ...suite.specs.filter(({ ok }) => !ok).map(({ file, title }) => `tests/e2e/${file} › ${title}`),
    ...(suite.suites ?? []).flatMap(failuresIn),
  ];
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresIn),
  };
}

const pinned = (JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: { node: string } })
  .devDependencies.node;
if (process.versions.node !== pinned) {
  throw new Error(
    `Node ${process.versions.node} runs instead of the pinned ${pinned}: start this with "npm test"`,
  );
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');
if (isThorough) installOwnPackages('tests/thorough');
const ready =
  (await run('Format, lint and types', 'npm', 'run', '--silent', 'check')) &&
  (!isThorough ||
    (await run('Types of tests/thorough', 'npm', 'run', 'check', '--prefix', 'tests/thorough'))) &&
  (await run('Build', process.execPath, 'scripts/build.ts'));
if (!ready) process.exit(1);

// Node strips the types itself. Playwright would compile every file, which takes a fifteenth of its time.
process.env['PW_DISABLE_TS_ESM'] = '1';
if (isThorough) Object.assign(process.env, { SEEDS: '200', HISTORIES: '1000', RACES: '200' });
const ofUnits = [
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  ...(isThorough ? [] : ['--exclude=**/*.thorough.test.ts']),
];
const ofBrowser = isThorough ? [] : ['--grep-invert=\\.thorough\\.spec|@thorough'];
const succeeded = [
  await run('Unit and API tests', 'vitest', 'run', ...ofUnits),
  await run('Browser tests', 'playwright', 'test', ...ofBrowser),
].every(Boolean);
const reports = [reportOf(unitReport, unitTests), reportOf(browserReport, browserTests)];
const sum = (key: keyof Counts) => reports.reduce((total, report) => total + report[key], 0);
const failures = reports.flatMap((report) => report.failures);
if (failures.length > 0) console.log(`\nFailed:\n\n  ${failures.join('\n\n  ')}`);
console.log(
  `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
);
process.exitCode = succeeded && sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
