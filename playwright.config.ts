import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import chromium from '@sparticuz/chromium';

/**
 * An installed Chrome where the packaged browser has no build (CHROMIUM_PATH names it), the packaged one otherwise: it
 * comes inside an npm package, so nothing is downloaded.
 */
const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath());

/** Where the processes of a browser share memory. Containers often have 64 MB of it. */
const sharedMemory = existsSync('/dev/shm') ? statfsSync('/dev/shm') : { bavail: 0, bsize: 0 };
const isRoomy = sharedMemory.bavail * sharedMemory.bsize > 2 ** 30;

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
      // In a locale without UTF-8 it could not save a download below a folder named with more than ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      // Files in /tmp instead of shared memory, as Playwright has it, cost a twentieth of the time.
      ignoreDefaultArgs: isRoomy ? ['--disable-dev-shm-usage'] : [],
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
