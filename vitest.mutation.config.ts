import { defineConfig } from 'vitest/config';

/**
 * The tests that `npm run mutate` runs for every mutant: the unit tests beside the rules, in memory. Those that need a
 * PostgreSQL server would be started for each of them.
 */
export default defineConfig({
  test: {
    include: ['{shared,server}/**/*.test.ts'],
    exclude: ['server/engines/**', 'server/buying/order-life.property.test.ts'],
    environment: 'node',
  },
});
