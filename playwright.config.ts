import { defineConfig } from '@playwright/test';
import chromium from '@sparticuz/chromium';

/**
 * An installed Chrome where the packaged browser has no build (CHROMIUM_PATH names it), the packaged one otherwise: it
 * comes inside an npm package, so nothing is downloaded.
 */
const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath());

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // What is kept as text is the same on every system.
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // What a test may take on a slow machine; on a usual one they take seconds.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Drawing what moves takes a quarter of the time; the tests of the journeys, and of what moves, use `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // Recording every test would take a sixth of the time: `npx playwright test NAME --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
