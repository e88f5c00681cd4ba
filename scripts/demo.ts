import { openSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { assertDirectoryWritable } from '#server/engines/sqlite/writable.ts';
import { seedDemo } from './demo-seed.ts';
import { demoCodes, demoEnvironment, notePorts } from './demo-settings.ts';
import { assertPortsFree } from './ports.ts';
import { type ProcessGroup, runTogether } from './processes.ts';

/**
 * `npm run demo`: builds the site, seeds its database, starts the sandbox and the site as processes of their own, and
 * says how to play. The site is started exactly as in production; only its settings point at the sandbox.
 */

async function run(parts: ProcessGroup): Promise<void> {
  const environment = demoEnvironment(process.env);
  const {
    PORT,
    DATA_DIR: dataDir = '',
    SANDBOX_PUBLIC_URL: sandboxUrl = '',
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
  } = environment;
  // Before the build: whoever has to choose another one should not have waited for it. And before the settings are read,
  // which name addresses that are made of these.
  await assertPortsFree({ PORT, SANDBOX_PORT: sandboxPort, SANDBOX_SMTP_PORT: smtpPort }, 'npm run demo');
  const config = readConfig(environment);
  assertDirectoryWritable(dataDir, 'DATA_DIR');
  notePorts(environment, dataDir);

  console.log('Building the site (the first time it draws all pictures, which takes a minute or two) …');
  await parts.runToEnd('scripts/build.ts');
  if (parts.stopping) return;
  console.log('Preparing the demo …');
  await seedDemo(config, dataDir);
  if (parts.stopping) return;

  // Logs go to files so that the terminal stays readable; faults still show here.
  const start = (name: string, file: string) =>
    parts.start(name, [file], environment, [
      'ignore',
      openSync(join(dataDir, `${name}.log`), 'a'),
      'inherit',
    ]);
  await parts.ready(start('sandbox', 'sandbox/main.ts'), `http://localhost:${sandboxPort}/healthz`);
  await parts.ready(start('site', 'server/main.ts'), `http://localhost:${config.port}/readyz`);

  console.log(`
  Sandbox    ${sandboxUrl}
  Inbox      ${sandboxUrl}/inbox   (every mail lands here, codes included)
  Webhooks   ${sandboxUrl}/sandbox/stripe/events

  Sign in    demo or demo@example.com, password Adventure-2025
  Operator   ${config.publicUrl}/operator   (demo is one), and npm run demo:admin -- --help
  Pay        put something into the cart, check out, press "Pay" on the test payment page
  Codes      ${demoCodes.good.padEnd(18)} unlocks F.I.S.T.
             ${demoCodes.kickstarter.padEnd(18)} the crowdfunding reward, with the artbook
             ${demoCodes.used.padEnd(18)} was used by somebody else
             ${demoCodes.revoked.padEnd(18)} was revoked
  Files      ${dataDir} (database, logs, demo-codes.json); delete it to start over

Ready: ${config.publicUrl}   (Ctrl-C stops)`);
  await parts.ended();
}

await runTogether(run);
