import { existsSync, mkdirSync } from 'node:fs';
import { ConfigurationError, readConfig } from '#server/config.ts';
import { seedDemo } from './demo-seed.ts';
import { demoEnvironment } from './demo-settings.ts';
import { createProcessGroup, runToEnd } from './processes.ts';

/**
 * `npm run dev`: the demo's site and sandbox, restarted when their files change, and Vite's server on :5173 that serves
 * the client with hot reload and hands `/api` to the site.
 */

const parts = createProcessGroup();

async function run(): Promise<void> {
  const viteOrigin = 'http://localhost:5173';
  const environment = demoEnvironment({ ALLOWED_ORIGINS: viteOrigin, ...process.env });
  const config = readConfig(environment);
  const dataDir = environment['DATA_DIR'] ?? '';
  mkdirSync(dataDir, { recursive: true });
  // The site serves prerendered pages too, so there has to be a build once.
  if (!existsSync('dist/pages.json')) await runToEnd('scripts/build.ts');
  await seedDemo(config, dataDir);
  parts.start('sandbox', ['--watch', 'sandbox/main.ts'], environment, 'inherit');
  const site = parts.start('site', ['--watch', 'server/main.ts'], environment, 'inherit');
  await parts.ready(site, `http://localhost:${config.port}/readyz`);
  parts.start('client', ['node_modules/vite/bin/vite.js'], environment, 'inherit');
  await parts.ended();
}

run().catch((error: unknown) => {
  if (!parts.stopping) console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
  parts.stop();
});
