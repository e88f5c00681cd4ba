import { expect, it } from 'vitest';
import { ApiProblem, type ApiProblemCode } from '#client/api/problem.ts';
import { calls } from '#shared/api/calls.ts';
import * as endpoints from '#shared/endpoints.ts';
import { inputMessages } from '#shared/identity-input.ts';
import { noLinks } from './change-faults.ts';
import { giftFault, messageFault, noSuchDay } from './gift-faults.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

it('Words that fit on the card are in order, with empty lines around them or without', () => {
  for (const words of ['', 'x'.repeat(400), `  ${'x'.repeat(400)}\n`, lines(12), `\n\n${lines(12)}\n\n`])
    expect(messageFault(words)).toBeNull();
});

it('Words that are too many are never cut: the buyer reads how many fit', () => {
  expect(messageFault('x'.repeat(612))).toBe(
    'These are 612 characters, and 400 fit on the card. Take some out.',
  );
  expect(messageFault(lines(14))).toBe('These are 14 lines, and 12 fit on the card. Join some of them.');
});

const refused = (code: ApiProblemCode, status: number, field?: string) =>
  giftFault(new ApiProblem({ code, status, field, retryAfterSeconds: 90 }));

it('What is wrong with one field stands there, and the form as a whole says nothing', () => {
  for (const [fault, fields] of [
    [refused('invalid_email', 400), { recipient: inputMessages.emailInvalid }],
    [refused('text_has_links', 400, 'sender'), { sender: noLinks }],
    [refused('text_has_links', 400, 'message'), { message: noLinks }],
    [refused('invalid_request', 400, 'sendOn'), { sendOn: noSuchDay }],
    [refused('gift_letters_used_up', 409), { recipient: expect.stringContaining('print the card') }],
  ] as const) {
    expect(fault).toEqual({ message: null, advice: null, fields });
  }
});

it('A refusal says why, and never that there was no answer', () => {
  expect(refused('gift_not_possible', 409).message).toContain('nothing to give away');
  expect(refused('forbidden', 403).message).toContain('Only the browser that paid');
  expect(refused('too_many_requests', 429).message).toContain('2 minutes');
  for (const code of calls[endpoints.wrapGift].problems) {
    if (code === 'payment_provider_unavailable') continue;
    expect(JSON.stringify(refused(code, 404)), code).not.toContain('No answer');
  }
});

it('Without an answer of the shop the buyer may try again, because a letter goes out once', () => {
  for (const code of ['network', 'bad_answer', 'payment_provider_unavailable'] as const)
    expect(refused(code, code === 'network' ? 0 : 502).message).toMatch(
      /try again.*a letter goes out once\.$/,
    );
  expect(giftFault(new Error('anything')).message).toMatch(/a letter goes out once\.$/);
});
