import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest test files, in the order in which they are started: a long file that starts last would keep one worker busy while the
 * others have nothing left to do. A fresh checkout has no durations to sort by.
 */
const longest = [
  'tests/simulator/simulator.test.ts',
  'tests/hardening/faults-in-words.thorough.test.ts',
  'tests/hardening/storage-faults.thorough.test.ts',
  'tests/hardening/mail-storm.thorough.test.ts',
  'tests/admin/doctor-set-ups.thorough.test.ts',
  'tests/hardening/npm-scripts.thorough.test.ts',
  'tests/ledger/claim-links.test.ts',
  'tests/ledger/order-histories.property.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = longest.flatMap((name) => files.filter(({ moduleId }) => moduleId.endsWith(name)));
    const others = files.filter((file) => !first.includes(file));
    return [...first, ...(await super.sort(others))];
  }
}

/** Unit tests sit beside their unit; `tests/` holds what needs several rooms at once. Browser tests are Playwright's. */
export default defineConfig({
  test: {
    include: ['{shared,server,client,sandbox,scripts,tests}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: [
      'tests/support/built-site.ts',
      'tests/support/compile-cache.ts',
      'tests/support/shared-postgres.ts',
    ],
    setupFiles: ['tests/support/nothing-left.ts'],
    // What they may take on a slow machine; on a usual one it is seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The parts of it that are used are ES modules as a bundler reads them, in a package that Node takes for CommonJS.
    server: { deps: { inline: ['amazon-cognito-identity-js'] } },
    // Each file opens its own shop and database, so files may share the modules of a worker: loading them is a fifth of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Most of them wait for other processes and for time to pass, so three fit on two cores.
    maxWorkers: 3,
  },
});
