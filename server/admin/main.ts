// The operator's command line: `npm run admin -- …`, and `node server/admin/main.ts …` in the container.

import { readConfig, readPaymentSettings, readStorage, readSudoUser } from '#server/config.ts';
import { runAdmin } from './run-admin.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  terminal: processTerminal(),
  clock: () => new Date(),
  readConfig,
  readPaymentSettings,
  readStorage,
  sudoUser: readSudoUser(),
});
