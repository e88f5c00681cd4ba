import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

/**
 * `npm test`: format, lint and types, the build with its byte budgets, unit and API tests, then the browser tests.
 * Closes with the counts of all tests. Everything runs on the pinned Node, whatever Node npm itself runs on.
 */

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const unitReport = 'test-results/unit.json';
const browserReport = 'test-results/e2e.json';

/** Runs a step; its output goes to the terminal. */
function run(title: string, command: string, args: string[]): boolean {
  console.log(`\n— ${title}`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) throw error;
  return status === 0;
}

function unitCounts(): Counts {
  const report = JSON.parse(readFileSync(unitReport, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
  };
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

function browserCounts(): Counts {
  const { stats } = JSON.parse(readFileSync(browserReport, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
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
const ready =
  run('Format, lint and types', 'npm', ['run', '--silent', 'check']) &&
  run('Build', process.execPath, ['scripts/build.ts']);
if (!ready) process.exit(1);

const results = [
  run('Unit and API tests', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]),
  run('Browser tests', 'playwright', ['test']),
];
const counts = [unitCounts(), browserCounts()];
const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0);
console.log(
  `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
);
process.exitCode = results.every(Boolean) && sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
