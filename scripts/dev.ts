import { existsSync } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { assertDirectoryWritable } from '#server/engines/sqlite/writable.ts';
import { seedDemo } from './demo-seed.ts';
import { demoEnvironment } from './demo-settings.ts';
import { assertPortsFree } from './ports.ts';
import { type ProcessGroup, runTogether } from './processes.ts';

/**
 * `npm run dev`: the demo's site and sandbox, restarted when their files change, and Vite's server on :5173 (`CLIENT_PORT`)
 * that serves the client with hot reload and hands `/api` to the site.
 */

async function run(parts: ProcessGroup): Promise<void> {
  const clientPort = process.env['CLIENT_PORT'] || '5173';
  const clientOrigin = `http://localhost:${clientPort}`;
  const environment = demoEnvironment({
    ALLOWED_ORIGINS: clientOrigin,
    ...process.env,
    CLIENT_PORT: clientPort,
  });
  const { PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT } = environment;
  await assertPortsFree({ PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT, CLIENT_PORT: clientPort }, 'npm run dev');
  const config = readConfig(environment);
  const dataDir = environment['DATA_DIR'] ?? '';
  assertDirectoryWritable(dataDir, 'DATA_DIR');
  // The site serves prerendered pages too, so there has to be a build once.
  if (!existsSync('dist/pages.json')) await parts.runToEnd('scripts/build.ts');
  await seedDemo(config, dataDir);
  parts.start('sandbox', ['--watch', 'sandbox/main.ts'], environment, 'inherit');
  const site = parts.start('site', ['--watch', 'server/main.ts'], environment, 'inherit');
  await parts.ready(site, `http://localhost:${config.port}/readyz`);
  parts.start('client', ['node_modules/vite/bin/vite.js'], environment, 'inherit');
  await parts.ended();
}

await runTogether(run);
