import express, { type Response } from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { problemTypes } from '#shared/api/errors.ts';
import { sendProblem } from './problem.ts';

/** The answer of a handler in a site, and the context of its request. */
async function answerOf(handler: (response: Response) => void) {
  const locals = { requestId: 'request-1', startedAt: performance.now() } as Express.Locals;
  const app = express().use((_request, response) => {
    Object.assign(response, { locals });
    handler(response);
  });
  return { answer: await request(app).get('/'), locals };
}

it('A problem says what is wrong, what to do about it, and the id that is in the log', async () => {
  const { answer, locals } = await answerOf((response) =>
    sendProblem(response, 'unknown_product', 'Look it up.', 'products.0'),
  );
  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['server-timing']).toMatch(/^app;dur=\d+\.\d$/);
  expect(JSON.parse(answer.text)).toEqual({
    ...{
      type: 'about:blank',
      title: 'A product is unknown or no longer sold',
      status: 400,
      code: 'unknown_product',
    },
    ...{ detail: 'Look it up.', field: 'products.0', requestId: 'request-1' },
  });
  expect(locals.problem).toBe('unknown_product');
});

it('A problem without a detail and a field names neither', async () => {
  const { answer } = await answerOf((response) => sendProblem(response, 'not_found'));
  expect(Object.keys(JSON.parse(answer.text))).toEqual(['type', 'title', 'status', 'code', 'requestId']);
});

it('Who is not signed in is told how, and nobody else', async () => {
  const { answer } = await answerOf((response) => sendProblem(response, 'unauthorized'));
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  const other = await answerOf((response) => sendProblem(response, 'forbidden'));
  expect(other.answer.headers['www-authenticate']).toBeUndefined();
});

it('A 503 says when to come back: in five seconds, unless it was said already', async () => {
  const { answer } = await answerOf((response) => sendProblem(response, 'service_unavailable'));
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  const said = await answerOf((response) => {
    response.set('retry-after', '2');
    sendProblem(response, 'service_unavailable');
  });
  expect(said.answer.headers['retry-after']).toBe('2');
  const other = await answerOf((response) => sendProblem(response, 'internal_error'));
  expect(other.answer.headers['retry-after']).toBeUndefined();
});

it('Every code has the status of an error, and a title of its own in words', () => {
  const titles = new Set<string>();
  for (const [status, title] of Object.values(problemTypes)) {
    expect([400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 416, 429, 500, 502, 503]).toContain(status);
    expect(title).toMatch(/^[A-Z]\w* .*\w$/);
    titles.add(title);
  }
  expect(titles.size).toBe(Object.keys(problemTypes).length);
});
