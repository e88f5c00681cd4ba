import { defineConfig } from 'vitest/config';

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
    // What they may take on a slow machine; on a usual one it is seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The parts of it that are used are ES modules as a bundler reads them, in a package that Node takes for CommonJS.
    server: { deps: { inline: ['amazon-cognito-identity-js'] } },
    // Each file opens its own shop and database, so files may share the modules of a worker: loading them is a fifth of the time.
    isolate: false,
    // Most of them wait for other processes and for time to pass, so three fit on two cores.
    maxWorkers: 3,
  },
});
