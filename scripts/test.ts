import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/**
 * `npm test`: format, lint and types, the build with its byte budgets, then unit and API tests beside the browser tests:
 * each of them waits a good part of its time. Closes with the counts of all tests. Everything runs on the pinned Node, whatever Node npm itself runs on.
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

/** Runs a step beside another one; its output goes to the terminal when it has ended, so that the two are not mixed. */
async function runBeside(title: string, command: string, args: string[]): Promise<boolean> {
  const step = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [status]] = await Promise.all([text(step.stdout), once(step, 'close')]);
  console.log(`\n— ${title}\n${output}`);
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

console.log('\n— Unit and API tests, and the browser tests beside them');
const results = await Promise.all([
  runBeside('Unit and API tests', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]),
  runBeside('Browser tests', 'playwright', ['test']),
]);
const counts = [unitCounts(), browserCounts()];
const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0);
console.log(
  `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
);
process.exitCode = results.every(Boolean) && sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
