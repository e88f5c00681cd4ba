import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { LoadClass } from '#shared/api/contract.ts';
import { createConcurrencyLimit } from './load-shedding.ts';
import type { ContextResponse } from './request-context.ts';

it('Places go by class: a quarter of them to figures, half to calls that wait for the provider, half as many again to webhooks, health has its own', () => {
  const { admit } = createConcurrencyLimit(10);
  const admitted = (load: LoadClass) => {
    let count = 0;
    while (count < 100 && admit(load, Object.assign(new EventEmitter(), { locals: {} }) as ContextResponse))
      count += 1;
    return count;
  };
  expect([admitted('telemetry'), admitted('provider'), admitted('telemetry')]).toEqual([3, 2, 0]);
  expect([admitted('standard'), admitted('provider')]).toEqual([5, 0]);
  expect([admitted('webhook'), admitted('standard'), admitted('health')]).toEqual([5, 0, 100]);
});
