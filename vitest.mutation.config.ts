import { defineConfig } from 'vitest/config';

/**
 * The tests that `npm run mutate` runs for every mutant: the unit tests in memory beside the rules, in the folder that
 * `scripts/mutate.ts` names. Those that need a PostgreSQL server would start one for each mutant.
 */
export default defineConfig({
  test: {
    include: [`${process.env['MUTATION_TESTS'] ?? '{shared,server}'}/**/*.test.ts`],
    exclude: ['server/engines/**', 'server/buying/order-life.property.test.ts'],
    environment: 'node',
  },
});
