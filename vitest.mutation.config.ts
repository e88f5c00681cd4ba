import { defineConfig } from 'vitest/config';

/**
 * The tests that `npm run mutate` runs for every mutant: the unit tests in memory beside the rules, in the folder that
 * `scripts/mutate.ts` names, and the ledger's on SQLite. Those that need a PostgreSQL server would start one for each mutant,
 * and properties take long to play.
 */
export default defineConfig({
  test: {
    include: [`${process.env['MUTATION_TESTS'] ?? '{shared,server}'}/**/*.test.ts`, 'tests/ledger/*.test.ts'],
    exclude: ['server/engines/**', '**/*.property.test.ts', 'tests/ledger/{schema,migration-*}.test.ts'],
    environment: 'node',
    // Mutants run beside each other, and beside whatever else the machine does.
    testTimeout: 30_000,
  },
});
