import { defineConfig } from 'vitest/config';
import { apart } from './tests/mutation/apart.ts';

const room = process.env['MUTATION_TESTS'] ?? '{shared,server}';

/**
 * Whether the room's own tests hold every rule. Nearly everything that the ledger's tests do writes or reads a letter, so for
 * each change in mailing and outbox they would all run; the client has nothing to do with the ledger. What is left shares
 * no state, and loads its modules once for each change.
 */
const holdsItsOwn = /^(server\/(mailing|outbox)|client)/.test(room);

/**
 * The tests that `npm run mutate` runs for every mutant: the unit tests in memory beside the rules, in the folder that
 * `scripts/mutate.ts` names, and the ledger's on SQLite.
 */
export default defineConfig({
  test: {
    include: [`${room}/**/*.test.ts`, ...(holdsItsOwn ? [] : ['tests/ledger/*.test.ts'])],
    exclude: apart,
    environment: 'node',
    isolate: !holdsItsOwn,
    // Mutants run beside each other, and beside whatever else the machine does.
    testTimeout: 30_000,
  },
});
