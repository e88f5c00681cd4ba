/**
 * Tests that take no part in mutation tests. Those that start a server, or play random histories, take too long to be
 * repeated for every change; those that read the sources find them full of changes.
 */
export const apart = [
  'server/engines/**',
  '**/*.{property,thorough}.test.ts',
  '**/{smtp,*.smtp}.test.ts',
  'tests/ledger/{schema,migration-*}.test.ts',
  'client/auth/{account-store,account-store.tabs,cognito,cognito-challenges,identity-pools,sign-in}.test.ts',
  ...['client/auth/identity-exceptions.test.ts', 'client/ui/keep-focus.test.ts'],
];
