import { expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

it('A site is ready unless something is missing, until it is there', () => {
  const readiness = createReadiness();
  expect(readiness.obstacles()).toEqual([]);
  const keys = readiness.awaits('The keys are missing.');
  readiness.awaits('The mail service is missing.');
  expect(readiness.obstacles()).toEqual(['The keys are missing.', 'The mail service is missing.']);
  keys.met();
  expect(readiness.obstacles()).toEqual(['The mail service is missing.']);
  expect([readiness.areSalesStopped(), readiness.isStopping()]).toEqual([false, false]);
});

it('A site whose sales were stopped is not ready, and says why nothing is sold', () => {
  const readiness = createReadiness();
  readiness.stopSales('The books do not agree.');
  expect(readiness.obstacles()).toEqual(['The books do not agree.']);
  expect([readiness.areSalesStopped(), readiness.isStopping()]).toEqual([true, false]);
});

it('A site that is stopping is not ready, and sells until it stops', () => {
  const readiness = createReadiness();
  readiness.stopping();
  expect(readiness.obstacles()).toEqual(['The site is stopping.']);
  expect([readiness.areSalesStopped(), readiness.isStopping()]).toEqual([false, true]);
});
