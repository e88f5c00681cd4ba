import { expect, test } from 'vitest';
import { ApiProblem } from '#client/api/problem.ts';
import { deletionFault } from './deletion-fault.ts';

const kindOf = (code: ApiProblem['code'], status: number) =>
  deletionFault(new ApiProblem({ code, status })).kind;

test('nobody is told that an account was not deleted while it may be', () => {
  expect(kindOf('network', 0)).toBe('unheard');
  expect(kindOf('bad_answer', 200)).toBe('unheard');
  expect(kindOf('service_unavailable', 503)).toBe('unheard');
  expect(kindOf('internal_error', 500)).toBe('unheard');
  expect(deletionFault(new TypeError('a fault of ours')).kind).toBe('unheard');
});

test('a deletion that the server has not begun is called refused, with what to do', () => {
  expect(kindOf('identity_provider_unavailable', 503)).toBe('refused');
  expect(deletionFault(new ApiProblem({ code: 'unauthorized', status: 401 }))).toEqual({
    kind: 'refused',
    text: 'You have been signed out. Log in again, then try once more.',
  });
});
