import { expect, test } from 'vitest';
import { ApiProblem, isUnheard } from '#client/api/problem.ts';
import { changeFault } from './change-faults.ts';

const problem = (code: ApiProblem['code'], status: number) => new ApiProblem({ code, status });

test('Only a refusal says that nothing was changed: without an answer of the shop it may have been', () => {
  for (const unheard of [
    problem('network', 0),
    problem('bad_answer', 200),
    problem('service_unavailable', 502),
    new Error('anything'),
  ]) {
    expect(isUnheard(unheard)).toBe(true);
    expect(changeFault(unheard, {})).toMatch(/sending it twice does no harm\.$/);
    expect(changeFault(unheard, {})).not.toContain('Nothing was changed');
  }
  for (const refusal of [problem('invalid_request', 400), problem('too_many_requests', 429)]) {
    expect(isUnheard(refusal)).toBe(false);
    expect(changeFault(refusal, {})).toContain('Nothing was changed');
  }
});

test('Who gets no answer is told to look at the connection, and why trying again does no harm', () => {
  expect(changeFault(problem('network', 0), {}, 'you pay once')).toBe(
    'No answer from the shop. Check your connection and try again; you pay once.',
  );
  expect(changeFault(problem('bad_answer', 200), {}, 'you pay once')).toBe(
    'No answer that makes sense. Please try again in a moment; you pay once.',
  );
});

test('A problem that the change has a sentence for is told by it', () => {
  expect(changeFault(problem('forbidden', 403), { forbidden: 'Only you.' })).toBe('Only you.');
});
